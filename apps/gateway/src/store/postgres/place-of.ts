import { ConfigError } from '../../config/config-error.ts'

/** A database's address for people: without the password, the user and the settings. Throws `ConfigError` where it is no address of PostgreSQL. */
export function placeOf(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:/.test(url))
    throw new ConfigError('DATABASE_URL: this is not an address such as postgres://user:password@host:5432/database')
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
