import type { FileConfig } from '../config/config-schema.ts'
import type { LogSettings } from './create-log.ts'

/** What the file's `log` says. */
export function logSettings(log: FileConfig['log']): LogSettings {
  if (log === 'off') return { level: 'off', requests: false }
  const { level = 'info', requests = true } = log === undefined || log === 'json' ? {} : log
  return { level, requests }
}
