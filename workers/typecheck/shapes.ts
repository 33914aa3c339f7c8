/**
 * The shape of a file is what the files that import it can see of it: its declarations. TypeScript's builder takes the
 * whole text for the shape of a file that it has built only once, so that the first edit, whatever it is, has every
 * dependent file checked again. Recorded before that edit, the shape tells the builder which edits nobody else can see.
 */
import type ts from "typescript";
import type { TypeScript } from "./projects.ts";

/** A field of every source file that a builder is given, though the declarations leave it out. */
export interface VersionedFile extends ts.SourceFile {
  readonly version: string;
  readonly resolvedPath: string;
}

/** In TypeScript since 5.0, though not in its public declarations. Without it more is checked than has to be, and nothing less. */
interface Internals {
  readonly BuilderState?: {
    readonly computeDtsSignature?: (
      program: ts.Program,
      file: ts.SourceFile,
      cancellation: undefined,
      host: { readonly createHash?: (text: string) => string },
      onSignature: (signature: string) => void,
    ) => void;
  };
}
interface StateOfBuilder {
  readonly state?: { readonly fileInfos?: ReadonlyMap<string, { readonly version: string; signature: string | undefined }> };
}

export function recordShapes(
  ts: TypeScript,
  builder: ts.SemanticDiagnosticsBuilderProgram,
  isEdited: (file: VersionedFile) => boolean,
  host: { readonly createHash?: (text: string) => string },
): void {
  const compute = (ts as unknown as Internals).BuilderState?.computeDtsSignature;
  const infos = (builder as StateOfBuilder).state?.fileInfos;
  if (compute === undefined || infos === undefined) return;
  const program = builder.getProgram();
  for (const file of program.getSourceFiles() as readonly VersionedFile[]) {
    const info = infos.get(file.resolvedPath);
    if (file.isDeclarationFile || info?.signature !== info?.version || !isEdited(file)) continue;
    compute(program, file, undefined, host, (signature) => {
      if (info !== undefined) info.signature = signature;
    });
  }
}
