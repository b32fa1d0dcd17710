/**
 * A part of a page that can fail alone: an error while it renders or starts stays in its place, with a button that tries
 * again. React logs the error, once. Leaving the page clears it.
 *
 * A server's React cannot confine an error. Where a page cannot be rendered there, it is sent with all of its parts held
 * back as if they had failed, and the browser renders them as soon as it can: then only what is really at fault fails.
 */
import { Component, type ComponentType, createContext, type ReactNode, use } from "react";
import { useLocation } from "react-router";
import { PartFailed } from "./part-failed.tsx";

interface BoundaryProps {
  /** Path and query: at another, the part gets another chance. */
  readonly address: string;
  readonly isWithheld: boolean;
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
    if (!this.state.hasFailed && !this.props.isWithheld) return this.props.children;
    return <PartFailed retry={() => this.setState({ hasFailed: false })} />;
  }
}

const ArePartsWithheld = createContext(false);

/** Stands once around the application: whether its parts are held back. */
export const PartsWithheldProvider = ArePartsWithheld.Provider;

export function Part({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isWithheld = use(ArePartsWithheld);
  return (
    <Boundary address={pathname + search} isWithheld={isWithheld}>
      {children}
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
