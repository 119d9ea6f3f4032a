import { BRIDGE_NAME, type DesktopBridge } from '../../shared/ipc/wire.ts';

/** Whether the window can tell the path of a chosen file: browsers cannot. */
export function hasFilePaths(): boolean {
  return bridge()?.pathOfFile !== undefined;
}

/** Full path of a file that was chosen; undefined where only its name is known. */
export function pathOfFile(file: File): string | undefined {
  const path = bridge()?.pathOfFile?.(file);
  return path === undefined || path === '' ? undefined : path;
}

function bridge(): Partial<DesktopBridge> | undefined {
  return Reflect.get(window, BRIDGE_NAME) as Partial<DesktopBridge> | undefined;
}
