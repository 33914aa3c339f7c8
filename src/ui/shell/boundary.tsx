/** A screen that breaks is a bug of ours: it is said, the other screens stay, and nothing that was decided is lost. */
import { Component, type ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { Message } from "../parts/text.tsx";

export class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: string | null }> {
  override state: { readonly broken: string | null } = { broken: null };

  static getDerivedStateFromError(error: unknown): { readonly broken: string } {
    return { broken: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.broken === null) return this.props.children;
    return (
      <div className="page">
        <Message
          tone="error"
          alert
          testId="screen-broken"
          title="This screen broke. That is a bug of this program"
          advice="Runs and their evidence are kept in this browser. Reload, and report the words above if it happens again."
          action={
            <Button
              onClick={() => {
                location.reload();
              }}
            >
              Reload
            </Button>
          }
        >
          {this.state.broken}
        </Message>
      </div>
    );
  }
}
