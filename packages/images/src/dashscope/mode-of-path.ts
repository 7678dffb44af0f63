import { paths, type Mode } from './models.ts'

/** The mode of a caller, by the end of the path: a server may put any prefix before the services. */
export function modeOfPath(path: string): Mode {
  const found = (Object.keys(paths) as Mode[]).find((mode) => path.endsWith(paths[mode].slice('/v1'.length))) // the keys of the table are modes
  return found ?? 'sync'
}
