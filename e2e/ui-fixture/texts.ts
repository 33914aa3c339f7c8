/** The change that the scenes show, before and after. */
export const DIALOG_BEFORE = `import { useId } from "react";
import type { Advisory } from "../model/advisory.ts";
import { Badge } from "./badge.tsx";
import { Overlay } from "./overlay.tsx";

export interface DialogProps {
  readonly advisory: Advisory;
  readonly onClose: () => void;
}

/** One advisory, whole, over the board. */
export function Dialog({ advisory, onClose }: DialogProps) {
  const title = useId();
  return (
    <Overlay onClose={onClose} labelledBy={title}>
      <header>
        <h2 id={title}>{advisory.title}</h2>
        <Badge severity={advisory.severity ?? "UNKNOWN"} />
      </header>
      <p>{advisory.summary}</p>
      <dl>
        <dt>Package</dt>
        <dd>{advisory.package}</dd>
        <dt>Affected</dt>
        <dd>{advisory.ranges.some((range) => range.open) ? "all versions" : advisory.ranges.map(String).join(", ")}</dd>
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Overlay>
  );
}
`;
export const DIALOG_AFTER = DIALOG_BEFORE.replace(
  `        <Badge severity={advisory.severity ?? "UNKNOWN"} />\n`,
  `        {advisory.severity !== null && (\n          <Badge severity={advisory.severity} />\n        )}\n`,
);

export const TEST_BEFORE = `import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Dialog } from "../src/ui/dialog.tsx";
import { advisory } from "./fixtures.ts";

describe("dialog", () => {
  it("shows the severity", () => {
    render(<Dialog advisory={advisory({ severity: "high" })} onClose={() => {}} />);
    expect(screen.getByText("high")).toBeVisible();
  });
});
`;
export const TEST_AFTER = TEST_BEFORE.replace(
  `    expect(screen.getByText("high")).toBeVisible();\n  });\n`,
  `    expect(screen.getByText("high")).toBeVisible();\n  });\n\n  it("shows no badge where nothing was measured", () => {\n    render(<Dialog advisory={advisory({ severity: null })} onClose={() => {}} />);\n    expect(screen.queryByText("UNKNOWN")).toBeNull();\n    expect(screen.queryByTestId("badge")).toBeNull();\n  });\n`,
);

export const SEVERITIES = `/** As the scanners spell them. */
export const SEVERITIES = ["low", "high", null] as const;

export const measured = SEVERITIES.filter((each) => each !== null);
`;

export const REPLY = `The dialog falls back to the word itself. The badge should not be drawn at all.

\`\`\`\`
File: src/ui/dialog.tsx
\`\`\`tsx
<<<<<<< SEARCH
        <Badge severity={advisory.severity ?? "UNKNOWN"} />
=======
        {advisory.severity !== null && (
          <Badge severity={advisory.severity} />
        )}
>>>>>>> REPLACE
\`\`\`
\`\`\`\`
`;
