/**
 * An error boundary for a part of a page: an error while it renders or starts is shown in its place, with a button that
 * retries. React logs the error, once. Navigation resets it.
 *
 * On the server `Suspense` contains the error: its fallback is sent, and the browser renders the part.
 */
import { Component, type ComponentType, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { focusToHeading } from "./focus.ts";

interface BoundaryProps {
  /** Path and query: a change resets the error. */
  readonly address: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly address: string;
  readonly hasFailed: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { address: this.props.address, hasFailed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ address }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return address === state.address ? null : { address, hasFailed: false };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <PartFailed retry={() => this.setState({ hasFailed: false })} />;
  }
}

export function Part({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Boundary address={pathname + search}>
      <Suspense fallback={<PartFailed retry={() => {}} />}>{children}</Suspense>
    </Boundary>
  );
}

/** Wraps a component in an error boundary of its own. */
export function asPart<Props extends object>(Content: ComponentType<Props>): ComponentType<Props> {
  return function PartOfPage(props) {
    return (
      <Part>
        <Content {...props} />
      </Part>
    );
  };
}

/** Its result and rejection are ignored: the owner shows them. */
export type Retry = () => unknown;

/** The message for a failed part, with a button that retries. */
export function PartFailed({ retry }: { readonly retry: Retry }) {
  const { t } = useTranslation("common");
  const [isTrying, setIsTrying] = useState(false);

  async function tryAgain() {
    setIsTrying(true);
    try {
      await retry();
    } catch {
      // Failed again: the message stays.
    } finally {
      setIsTrying(false);
    }
  }

  return (
    <div ref={focusToHeading} className="empty" role="alert">
      <p>{t("states.failed")}</p>
      <Button className="needs-script" isBusy={isTrying} onClick={() => void tryAgain()}>
        {t("states.retry")}
      </Button>
    </div>
  );
}
