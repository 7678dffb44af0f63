import type { ChannelHealth } from './overview.ts'
import type { Percentiles } from './usage.ts'

/** Channel, as `GET /admin/api/channels` lists it. Nothing in it is secret. */
export interface ChannelReport extends ChannelHealth {
  /** Scheme, host and port of the upstream. */
  readonly origin: string
  readonly priority: number
  readonly models: readonly string[]
  readonly strictness: string
  /** Sums of the last five minutes. */
  readonly requests: number
  readonly failed: number
  /** Times until the end of the answers that went well, and until the first byte of streams. Absent: there were none. */
  readonly whole?: Percentiles
  readonly firstByte?: Percentiles
}

/** Answer of `GET /admin/api/channels/{name}`. Nothing in it is secret. */
export interface ChannelDetails extends ChannelHealth {
  /** Time from which it may be called again. Absent: now. */
  readonly until?: string
  /** Last failure of the upstream since the start, in its words without the texts that it quotes. Absent: there was none. */
  readonly lastFailure?: { readonly at: string; readonly message?: string; readonly status?: number }
  /** Policy of its translations, as in the configuration: `strictness` and others. */
  readonly policy: Readonly<Record<string, unknown>>
  /** Lines that define it. Absent: they are not known. */
  readonly definition?: ChannelDefinition
}

/** Definition of a channel. */
export interface ChannelDefinition {
  /** Name of the configuration file. Absent: there is none, and the channel comes from the environment. */
  readonly file?: string
  /** Line in the file. Absent: the file as it is now does not have the channel, or cannot be read. */
  readonly line?: number
  /** Place of its key: the name of a variable or of a file, or the configuration file itself. Absent: it has no key. */
  readonly key?: {
    readonly from: 'variable' | 'file' | 'configuration'
    readonly name?: string
    /** True if there is such a variable or file, which may not be empty. */
    readonly isSet: boolean
  }
  /** Name of the dialect, or its settings as JSON. Absent: that of the format. */
  readonly dialect?: string
}

/** Body of `POST /admin/api/channels/{name}/pause`. */
export interface ChannelPause {
  /** Length of the pause, at most a day. */
  readonly seconds: number
}

/** Answer of `POST /admin/api/channels/{name}/test`: what the upstream's list of models says. */
export interface ChannelTestReport {
  /** Milliseconds that the answer took. */
  readonly millis: number
  /** Number of models in the upstream's list, or in its first page. Absent: there is no list. */
  readonly models?: number
  /** True if there are more pages. */
  readonly more?: true
  /** Status of the answer. Absent: there was none. */
  readonly status?: number
  /** Reason why there is no list, in the upstream's words. Absent: there is one. */
  readonly problem?: string
}

/** Answer of `GET /admin/api/resolve`: channels that a request may go to, the best first. */
export interface Resolution {
  readonly model: string
  readonly format: string
  /** Route that replaced the model. */
  readonly route?: string
  readonly targets: readonly {
    readonly channel: string
    readonly model: string
    /** Id or pattern in the configuration that led there. */
    readonly listed: string
    readonly state: ChannelHealth['state']
  }[]
  /** Reason for which the key may not use the model. */
  readonly refusal?: string
}
