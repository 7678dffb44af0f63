import { paths, type Mode } from './models.ts'

/** How a caller asks, by the end of the path: whatever stands before the services is the server's own. */
export function modeOfPath(path: string): Mode {
  const found = (Object.keys(paths) as Mode[]).find((mode) => path.endsWith(paths[mode].slice('/v1'.length))) // the keys of the table are modes
  return found ?? 'sync'
}
