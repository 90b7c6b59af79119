import { Component, type ReactNode } from "react";

interface SafelyProps {
  children: ReactNode;
  /** What is shown where the part has failed; `again` tries it once more. */
  otherwise?: (again: () => void) => ReactNode;
}

/** Whatever a part of the page does, the rest of it stays. */
export class Safely extends Component<SafelyProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.otherwise?.(() => this.setState({ failed: false })) ?? null;
  }
}
