/** The screens. The composition root hands over one Fixgate; nothing here knows what stands behind it. */
// The screens' own styles come with the screens, after these.
import "./styles/tokens.css";
import "./styles/base.css";
import "./parts/parts.css";
import "./shell/shell.css";
import { Tooltip } from "radix-ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Fixgate } from "../app/fixgate.ts";
import { FixgateProvider } from "./fixgate-context.tsx";
import { Shell } from "./shell/shell.tsx";

/** Returns what takes the screens down again. */
export function mountFixgate(root: HTMLElement, fixgate: Fixgate): () => void {
  const tree = createRoot(root);
  tree.render(
    <StrictMode>
      <FixgateProvider value={fixgate}>
        <Tooltip.Provider delayDuration={400}>
          <Shell />
        </Tooltip.Provider>
      </FixgateProvider>
    </StrictMode>,
  );
  return () => {
    tree.unmount();
  };
}
