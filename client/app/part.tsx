/**
 * A part of a page that can fail alone: an error while it renders or starts stays in its place, with a button that tries
 * again. React logs the error, once. Leaving the page clears it.
 *
 * On the server `Suspense` confines the error: its fallback is sent, and the browser renders the part.
 */
import { Component, type ComponentType, type ReactNode, Suspense } from "react";
import { useLocation } from "react-router";
import { PartFailed } from "./part-failed.tsx";

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
