/**
 * Type check of snapshots, incremental from one to the next: unchanged files keep their syntax trees, and only what a
 * change can reach is checked again. The same code runs in our worker and, with the repository's own TypeScript, in
 * the isolated one.
 */
import type ts from "typescript";
import type { Diagnostic, TypecheckReport, Unsupported } from "../../src/core/evidence/index.ts";
import { parseRepoPath } from "../../src/core/snapshot/index.ts";
import { configPathOf, parseHost, projectsOf, type Project, type TypeScript } from "./projects.ts";
import { ROOT, type Repository } from "./repository.ts";
import type { TypeTestFile, TypeTestQuestion } from "../../src/protocol/typecheck.ts";
import { recordShapes } from "./shapes.ts";
import { typeTestsIn } from "./type-tests.ts";
import { unsupportedCheckers } from "./unsupported.ts";

export interface TypecheckEngineOptions {
  readonly ts: TypeScript;
  readonly from: TypecheckReport["typescript"]["from"];
  readonly libFolder: string;
  readonly now: () => number;
}

export interface TypecheckEngine {
  readonly version: string;
  /** What a check does before it checks: files are parsed, imports resolved, names bound. */
  prepare(repository: Repository): void;
  check(repository: Repository): TypecheckReport;
  typeTests(repository: Repository, question: TypeTestQuestion): readonly TypeTestFile[];
}

/** Asked of a compiler host by every TypeScript since 3.7, though the declarations leave it out. */
interface ProjectHost extends ts.CompilerHost {
  useSourceOfProjectReferenceRedirect(): boolean;
}

interface CachedSource {
  readonly source: ts.SourceFile;
  lastUsed: number;
}

interface Builder {
  readonly program: ts.SemanticDiagnosticsBuilderProgram;
  readonly structure: string;
  readonly identity: string;
  /** What a declaration file of it would be refused for, by file; none is asked for twice that no change can reach. */
  declarations: Map<string, readonly ts.Diagnostic[]>;
}

/** Checks after which a syntax tree that nobody asked for is dropped. */
const KEEP_SOURCES_FOR = 12;

/** 64 bits and the length: a collision would hide a changed declaration from the files that depend on it. */
function contentHash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${String(text.length)}`;
}

export function createTypecheckEngine({ ts, from, libFolder, now }: TypecheckEngineOptions): TypecheckEngine {
  const sources = new Map<string, CachedSource>();
  const builders = new Map<string, Builder>();
  const JSDOC_MODE = (ts as { readonly JSDocParsingMode?: typeof ts.JSDocParsingMode }).JSDocParsingMode?.ParseForTypeErrors;
  const registry = ts.createDocumentRegistry(true);
  /** Configurations of type tests: their builders stay, though the type check itself does not know them. */
  const testConfigs = new Set<string>();
  let checks = 0;

  function compilerHost(repository: Repository, options: ts.CompilerOptions, structureChanged: boolean): ProjectHost {
    const { files } = repository;
    const optionsKey = registry.getKeyForCompilationSettings(options);
    const configHost = parseHost(ts, repository, () => undefined);
    return {
      fileExists: (path) => files.file(path) !== undefined,
      readFile: (path) => files.text(path),
      directoryExists: (path) => files.directoryExists(path),
      getDirectories: (path) => [...files.entries(path).directories],
      realpath: (path) => files.realpath(path),
      getCurrentDirectory: () => repository.packageRoot,
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      getDefaultLibFileName: (settings) => `${libFolder}/${ts.getDefaultLibFileName(settings)}`,
      getDefaultLibLocation: () => libFolder,
      writeFile: () => undefined,
      createHash: contentHash,
      readDirectory: (path, extensions, excludes, includes, depth) =>
        configHost.readDirectory(path, extensions, excludes ?? [], includes, depth) as string[],
      // As tsc does: comments are read only where an error could stand in them. TypeScript before 5.3 has no such mode.
      ...(JSDOC_MODE === undefined ? {} : { jsDocParsingMode: JSDOC_MODE }),
      // A path that came or went can change what an unchanged file's import means.
      hasInvalidatedResolutions: () => structureChanged,
      useSourceOfProjectReferenceRedirect: () => true,
      getParsedCommandLine: (path) => ts.getParsedCommandLineOfConfigFile(path, {}, configHost),
      getSourceFile(path, languageVersionOrOptions) {
        const ref = files.file(path);
        if (ref === undefined) return undefined;
        const format = typeof languageVersionOrOptions === "object" ? String(languageVersionOrOptions.impliedNodeFormat) : "";
        const key = `${path}\0${ref.key}\0${format}\0${optionsKey}`;
        const cached = sources.get(key);
        if (cached !== undefined) {
          cached.lastUsed = checks;
          return cached.source;
        }
        const text = files.text(path);
        if (text === undefined) return undefined;
        const source = ts.createSourceFile(path, text, languageVersionOrOptions, false);
        // The builder compares versions; it is a field of SourceFile that the declarations leave out.
        Object.assign(source, { version: ref.key });
        sources.set(key, { source, lastUsed: checks });
        return source;
      },
    };
  }

  /** In the order in which `tsc --noEmit` asks, and stopping where it stops. */
  function diagnosticsOf(
    program: ts.SemanticDiagnosticsBuilderProgram,
    options: ts.CompilerOptions,
    declarationsOf: (file: ts.SourceFile) => readonly ts.Diagnostic[],
  ): readonly ts.Diagnostic[] {
    const config = program.getProgram().getConfigFileParsingDiagnostics();
    const syntactic = program.getSyntacticDiagnostics();
    if (syntactic.length > 0) return [...config, ...syntactic];
    const global = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
    if (global.length > 0) return [...config, ...global];
    const semantic = program.getSemanticDiagnostics();
    const declarations =
      semantic.length === 0 && (options.declaration === true || options.composite === true)
        ? program.getSourceFiles().flatMap((file) => (file.isDeclarationFile ? [] : declarationsOf(file)))
        : [];
    return [...config, ...semantic, ...declarations];
  }

  /** What was known of the files that the change does not reach. */
  function stillKnown(program: ts.SemanticDiagnosticsBuilderProgram, before: Builder["declarations"]): Builder["declarations"] {
    const still = new Map(before);
    for (
      let next = program.getSemanticDiagnosticsOfNextAffectedFile();
      next;
      next = program.getSemanticDiagnosticsOfNextAffectedFile()
    ) {
      if ("fileName" in next.affected) still.delete(next.affected.fileName);
      else still.clear();
    }
    return still;
  }

  function builderOf(repository: Repository, { configPath, parsed }: Project): Builder {
    const previous = builders.get(configPath);
    if (previous?.identity === repository.identity) return previous;
    const host = compilerHost(repository, parsed.options, previous !== undefined && previous.structure !== repository.structure);
    if (previous !== undefined)
      recordShapes(ts, previous.program, ({ fileName, version }) => repository.files.file(fileName)?.key !== version, host);
    const program = ts.createSemanticDiagnosticsBuilderProgram(
      parsed.fileNames,
      parsed.options,
      host,
      previous?.program,
      ts.getConfigFileParsingDiagnostics(parsed),
      parsed.projectReferences,
    );
    const builder: Builder = {
      program,
      structure: repository.structure,
      identity: repository.identity,
      declarations: previous?.declarations ?? new Map<string, readonly ts.Diagnostic[]>(),
    };
    builders.set(configPath, builder);
    return builder;
  }

  function checkProject(repository: Repository, project: Project): readonly ts.Diagnostic[] {
    const builder = builderOf(repository, project);
    const { program } = builder;
    const declarations = (builder.declarations = stillKnown(program, builder.declarations));
    return diagnosticsOf(program, project.parsed.options, (file) => {
      const known = declarations.get(file.fileName) ?? program.getProgram().getDeclarationDiagnostics(file);
      declarations.set(file.fileName, known);
      return known;
    });
  }

  function toDiagnostic(diagnostic: ts.Diagnostic): Diagnostic {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n").replaceAll(`${ROOT}/`, "<root>/");
    const code = diagnostic.code;
    if (diagnostic.file === undefined) return { code, message };
    const name = diagnostic.file.fileName;
    const path = name.startsWith(`${ROOT}/`) ? parseRepoPath(name.slice(ROOT.length + 1)) : null;
    if (path?.ok !== true) return { code, message: `${name.slice(name.lastIndexOf("/") + 1)}: ${message}` };
    if (diagnostic.start === undefined) return { path: path.value, code, message };
    const place = ts.getLineAndCharacterOfPosition(diagnostic.file, diagnostic.start);
    return { path: path.value, line: place.line + 1, column: place.character + 1, code, message };
  }

  return {
    version: ts.version,
    prepare(repository) {
      const configPath = configPathOf(repository);
      if (configPath === null) return;
      for (const project of projectsOf(ts, repository, configPath).projects) builderOf(repository, project);
    },
    check(repository) {
      const started = now();
      checks++;
      const configPath = configPathOf(repository);
      const unsupported: readonly Unsupported[] = unsupportedCheckers(repository, ts.version, from);
      const report = (applicable: boolean, diagnostics: readonly Diagnostic[]): TypecheckReport => ({
        typescript: { version: ts.version, from },
        applicable,
        diagnostics,
        unsupported: applicable ? unsupported : [],
        durationMs: Math.round(now() - started),
      });
      if (configPath === null) return report(false, []);
      const { projects, broken } = projectsOf(ts, repository, configPath);
      const found = projects.flatMap((project) => checkProject(repository, project));
      for (const known of builders.keys())
        if (!testConfigs.has(known) && !projects.some((project) => project.configPath === known)) builders.delete(known);
      for (const [key, cached] of sources) if (checks - cached.lastUsed > KEEP_SOURCES_FOR) sources.delete(key);
      const unique = new Map<string, Diagnostic>();
      for (const diagnostic of ts.sortAndDeduplicateDiagnostics([...broken, ...found])) {
        const converted = toDiagnostic(diagnostic);
        unique.set(JSON.stringify(converted), converted);
      }
      return report(true, [...unique.values()]);
    },
    typeTests(repository, { tsconfig, paths }) {
      checks++;
      const configPath = tsconfig ?? configPathOf(repository);
      const project = configPath === null ? undefined : projectsOf(ts, repository, configPath).projects.at(-1);
      if (project === undefined) return paths.map((path) => ({ path, checked: false, tests: [], errors: [] }));
      testConfigs.add(project.configPath);
      const diagnostics = checkProject(repository, project);
      const program = builders.get(project.configPath)?.program;
      return paths.map((path): TypeTestFile => {
        const source = program?.getSourceFile(`${ROOT}/${path}`);
        if (source === undefined) return { path, checked: false, tests: [], errors: [] };
        const tests = typeTestsIn(ts, source).map((test) => ({ ...test, errors: [] as Diagnostic[] }));
        const errors: Diagnostic[] = [];
        for (const diagnostic of diagnostics) {
          if (diagnostic.file?.fileName !== source.fileName) continue;
          const at = diagnostic.start ?? -1;
          (tests.find(({ from: first, to }) => first <= at && at <= to)?.errors ?? errors).push(toDiagnostic(diagnostic));
        }
        return {
          path,
          checked: true,
          tests: tests.map(({ titles, mode, assertions, errors: own }) => ({ titles, mode, assertions, errors: own })),
          errors,
        };
      });
    },
  };
}
