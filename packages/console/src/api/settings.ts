/** Answer of `GET /admin/api/config`: the configuration in force, without secrets. */
export interface ConfigReport {
  /** Name of the file, without its folder. Absent: there is none, and the environment says all. */
  readonly file?: string
  /** Reason for which the file, as it is now, would be refused. Absent: it would not. */
  readonly problem?: string
  readonly rows: readonly ConfigRow[]
}

/** Setting of the configuration. */
export interface ConfigRow {
  /** Path in the spelling of the file: `channels[0].baseUrl`. */
  readonly path: string
  /** Value as JSON. Absent: it is secret. */
  readonly value?: string
  /** Source of the value. */
  readonly from: 'file' | 'environment' | 'default'
  /** Line in the file. Absent: it is not in the file, or the file was changed since. */
  readonly line?: number
  /** Name of the variable of the environment. */
  readonly variable?: string
  /** Meaning, with its unit. Absent: it is described by the key around it. */
  readonly meaning?: string
}

/** Answer of `GET /admin/api/prices`: prices of the models in use, for a million tokens. */
export interface PriceReport {
  readonly currency: string
  /** Date of the catalogue. Absent: none is used. */
  readonly catalogue?: string
  readonly rows: readonly PriceRow[]
}

/** Prices of a model at a channel, in units of the currency. */
export interface PriceRow {
  readonly channel: string
  readonly model: string
  /** Requests of the last 30 days. */
  readonly requests: number
  /** Source of the price: a line of the configuration, or the catalogue. Absent: the price is not known. */
  readonly from?: 'configuration' | 'catalogue'
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** Answer of `GET /admin/api/diagnosis`: what `interlingua doctor --json` finds on the gateway's machine, without contents and secrets. */
export interface DiagnosisReport {
  readonly version: string
  readonly at: string
  readonly findings: readonly DiagnosisFinding[]
}

/** Observation of the machine: `bad` is an error, `odd` worth a look. */
export interface DiagnosisFinding {
  readonly topic: string
  readonly state: 'good' | 'odd' | 'bad'
  readonly text: string
}

/** Answer of `GET /admin/api/about`. */
export interface AboutReport {
  readonly version: string
  /** Version of Node.js, and the system. */
  readonly node: string
  readonly platform: string
  readonly store: 'sqlite' | 'postgres'
  /** Number of the worker that answers. Absent: this process serves alone. */
  readonly worker?: number
  readonly startedAt: string
  readonly formats: readonly string[]
  readonly licence: string
  /** Licences of the libraries inside. Absent: they are not in one text, as in a checkout. */
  readonly licences?: string
}
