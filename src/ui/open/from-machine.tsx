/** A folder or an archive of one's own, picked or dropped. It is read here and sent nowhere. */
import { FileArchive, FolderOpen } from "lucide-react";
import { useRef, useState } from "react";
import { useFixgate } from "../fixgate-context.tsx";
import { Button, classes } from "../parts/button.tsx";
import { Message } from "../parts/text.tsx";
import { filesOfDrop, filesOfPicker, isArchive, type PickedFiles } from "./picked-files.ts";

export function FromMachine({ disabled }: { readonly disabled: boolean }) {
  const fixgate = useFixgate();
  const folder = useRef<HTMLInputElement>(null);
  const archive = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Files of a drop that were read so far; null: none is under way. */
  const [reading, setReading] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);

  const take = async (picked: PickedFiles) => {
    setProblem(null);
    const only = picked.files.length === 1 ? picked.files[0] : undefined;
    if (only !== undefined && isArchive(only.path)) await fixgate.openArchive(only.path, only.blob);
    else if (picked.files.length === 0) setProblem("Nothing in it could be read.");
    else await fixgate.openFiles(picked.name, picked.files, picked.leftOut);
  };

  /** A file that may not be read, or that went while it was: said, since a tree without it would be another one. */
  const unreadable = (error: unknown): void => {
    setProblem(`It could not be read as a whole: ${error instanceof Error ? error.message : String(error)}`);
  };

  return (
    <section className="section" aria-labelledby="machine">
      <h2 id="machine">From this machine</h2>
      <div
        className={classes("drop", over && "drop-over")}
        data-testid="open-drop"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (disabled || reading !== null) return;
          const stopped = new AbortController();
          stop.current = stopped;
          let read = 0;
          setReading(0);
          const counted = (): void => {
            // Not each one on its own: the screen would have more to do than the reading.
            if (++read % 100 === 0 && !stopped.signal.aborted) setReading(read);
          };
          void filesOfDrop(event.dataTransfer, counted, stopped.signal).then(
            (picked) => {
              // A file that was on its way when it was stopped may have been the last one.
              if (stopped.signal.aborted) return;
              setReading(null);
              void take(picked).catch(unreadable);
            },
            (error: unknown) => {
              if (stopped.signal.aborted) return;
              setReading(null);
              unreadable(error);
            },
          );
        }}
      >
        <p className="soft grow">Drop a folder, a zip, a tar.gz or a git bundle here. It is read in this tab and sent nowhere.</p>
        <div className="row row-wrap">
          <Button icon={FolderOpen} disabled={disabled} onClick={() => folder.current?.click()} testId="open-folder">
            Folder
          </Button>
          <Button icon={FileArchive} disabled={disabled} onClick={() => archive.current?.click()} testId="open-archive">
            Archive
          </Button>
        </div>
        <input
          ref={folder}
          type="file"
          hidden
          multiple
          data-testid="open-folder-input"
          {...{ webkitdirectory: "" }}
          onChange={(event) => {
            void take(filesOfPicker(event.currentTarget.files));
            event.currentTarget.value = "";
          }}
        />
        <input
          ref={archive}
          type="file"
          hidden
          accept=".zip,.tgz,.gz,.bundle"
          data-testid="open-archive-input"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file !== undefined) void fixgate.openArchive(file.name, file);
          }}
        />
      </div>
      {reading !== null && (
        <div className="row row-wrap">
          <p role="status" className="grow">
            Reading what was dropped: {reading.toLocaleString("en")} files so far.
          </p>
          <Button
            onClick={() => {
              stop.current?.abort();
              setReading(null);
            }}
            testId="drop-stop"
          >
            Cancel
          </Button>
        </div>
      )}
      {problem !== null && (
        <Message tone="error" alert>
          {problem}
        </Message>
      )}
    </section>
  );
}
