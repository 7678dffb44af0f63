import { ConfigError } from '../config/config-error.ts'

/** Thrown before anything of a database that a newer version wrote is touched. `place` must hold no password. */
export function newerStore(place: string, found: number, known: number): ConfigError {
  return new ConfigError(
    `${place}: a newer version of the gateway has written this database (tables of version ${found}; this one knows ${known}). Start that version, or name another database.`,
  )
}
