/**
 * A part of a page that can fail alone: an error while it renders or starts stays in its place, with a button that tries
 * again. React logs the error, once. Leaving the page clears it.
 *
 * On the server `Suspense` confines the error: its fallback is sent, and the browser renders the part.
 */
import { Component, type ComponentType, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { focusToHeading } from "./focus.ts";

interface BoundaryProps {
  /** Path and query: at another, the part gets another chance. */
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

/** The same component, as a part of the page. */
export function asPart<Props extends object>(Content: ComponentType<Props>): ComponentType<Props> {
  return function PartOfPage(props) {
    return (
      <Part>
        <Content {...props} />
      </Part>
    );
  };
}

/** What it resolves or rejects with is no matter: the owner shows what came of it. */
export type Retry = () => unknown;

/** It has failed: a button tries again. */
export function PartFailed({ retry }: { readonly retry: Retry }) {
  const { t } = useTranslation("common");
  const [isTrying, setIsTrying] = useState(false);

  async function tryAgain() {
    setIsTrying(true);
    try {
      await retry();
    } catch {
      // Still failed, which is what stands here.
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
