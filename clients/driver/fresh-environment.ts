import { dirname, join } from 'node:path'

/** Port without a listener: requests of an agent to other hosts fail at once instead of leaving the machine. */
const deadProxy = 'http://127.0.0.1:9'

/** Environment that keeps only the path to programs. */
export function freshEnvironment(home: string): Record<string, string> {
  const proxies = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((name) => [name, deadProxy]))
  return {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    ...proxies,
  }
}
