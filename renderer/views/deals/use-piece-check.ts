import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckedPiece, PieceReport } from './piece-worker.ts';

export type PieceCheck =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly name: string; readonly sizeBytes: number; readonly bytes: number; readonly startedAtMs: number }
  | { readonly kind: 'done'; readonly name: string; readonly piece: CheckedPiece; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly name: string; readonly sizeBytes: number; readonly code: string; readonly message: string };

/** Computes the piece CID of one file at a time, in a worker per file. */
export function usePieceCheck(): { readonly check: PieceCheck; start(file: File): void; cancel(): void } {
  const [check, setCheck] = useState<PieceCheck>({ kind: 'idle' });
  const worker = useRef<Worker | undefined>(undefined);
  const end = useCallback(() => {
    worker.current?.terminate();
    worker.current = undefined;
  }, []);
  useEffect(() => end, [end]);

  const start = useCallback(
    (file: File) => {
      end();
      const { name, size: sizeBytes } = file;
      const startedAtMs = performance.now();
      const mine = new Worker(new URL('./piece-worker.ts', import.meta.url), { type: 'module', name: 'piece' });
      worker.current = mine;
      setCheck({ kind: 'running', name, sizeBytes, bytes: 0, startedAtMs });
      mine.addEventListener('message', ({ data }: MessageEvent<PieceReport>) => {
        if (worker.current !== mine) return;
        if (data.kind === 'progress') {
          setCheck({ kind: 'running', name, sizeBytes, bytes: data.bytes, startedAtMs });
          return;
        }
        end();
        setCheck(
          data.kind === 'done'
            ? { kind: 'done', name, piece: data.piece, tookMs: performance.now() - startedAtMs }
            : { kind: 'failed', name, sizeBytes, code: data.code, message: data.message },
        );
      });
      mine.addEventListener('error', () => {
        if (worker.current !== mine) return;
        end();
        setCheck({ kind: 'failed', name, sizeBytes, code: 'worker', message: 'Could not run the check.' });
      });
      mine.postMessage(file);
    },
    [end],
  );

  const cancel = useCallback(() => {
    end();
    setCheck({ kind: 'idle' });
  }, [end]);
  return { check, start, cancel };
}
