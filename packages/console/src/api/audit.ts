/** Entry of `GET /admin/api/audit`, for a change that a person made. */
export interface AuditEntry {
  readonly id: string
  /** RFC 3339. */
  readonly at: string
  /** Name of the key, or `link`. */
  readonly who: string
  readonly keyId?: string
  /** Address of the caller. */
  readonly from: string
  /** Kind of change: `key.create`, `login`, `recording.start`, … */
  readonly action: string
  /** Id or name of what was changed. */
  readonly subject?: string
  /** State before and after the change, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}
