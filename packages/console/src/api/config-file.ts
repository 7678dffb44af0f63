/** Answer of `GET /admin/api/config/file`: what the console may do with the configuration file. */
export interface ConfigFileReport {
  /** Name of the file, without its folder. Absent: there is none. */
  readonly file?: string
  /** Reason for which it cannot be read anew. Absent: it can. */
  readonly noReload?: string
  /** Reason for which no lines can be added. Absent: they can. */
  readonly noWrite?: string
}

/** Problem of the configuration file. */
export interface ConfigFinding {
  /** Weight: only errors keep a file from being taken. */
  readonly level: 'error' | 'warning'
  readonly message: string
  /** Line in the file. Absent: it is about none. */
  readonly line?: number
}

/** Answer of `POST /admin/api/config/check`: what `interlingua check` finds in the file as it is now, without its store and without calls. */
export interface ConfigCheck {
  readonly file: string
  readonly findings: readonly ConfigFinding[]
}

/** Answer of `POST /admin/api/config/reload`, once all processes serve with the file, or none. */
export interface ReloadReport {
  readonly file: string
  readonly at: string
  /** Reason for which the file was refused, so that what was in force goes on; with its lines. Absent: it is in force. */
  readonly problem?: string
  /** Changed settings that need a restart. */
  readonly restart: readonly string[]
}

/** Line of prices, as the configuration file has it; prices of a million tokens, in the currency of the file. */
export interface PriceLine {
  readonly model: string
  readonly channel?: string
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** Route, as the configuration file has it. */
export interface RouteLine {
  readonly match: string
  readonly to?: string
  readonly fallbacks?: readonly string[]
}

/** Body of `POST /admin/api/config/preview`: lines to be added to the file, either prices or routes. */
export interface ConfigEdit {
  readonly prices?: readonly PriceLine[]
  readonly routes?: readonly RouteLine[]
}

/** Body of `POST /admin/api/config/edit`. */
export interface ConfigEditOrder {
  readonly edit: ConfigEdit
  /** Hash of the preview: a file that has changed since is not written. */
  readonly hash: string
}

/** Answer of `POST /admin/api/config/preview`: the change of the file, without credentials. */
export interface ConfigPreview {
  readonly file: string
  /** Hash of the file's text now. */
  readonly hash: string
  /** Lines that change, with a few around them. */
  readonly lines: readonly ConfigDiffLine[]
  /** Warnings that the file has with the change alone. */
  readonly findings: readonly ConfigFinding[]
}

export interface ConfigDiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** Number of the line: after the change, and for one that is removed before it. */
  readonly line: number
  readonly text: string
}

/** Answer of `POST /admin/api/config/edit`: the file is written; whether it is in force is told by `reload`. */
export interface ConfigWritten {
  readonly file: string
  /** Name of the file beside it with the text from before. */
  readonly backup: string
  readonly reload: ReloadReport
}
