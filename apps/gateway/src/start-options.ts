/** Settings of the command line, which win over the environment and the file, also at each reload. */
export interface StartOptions {
  readonly host?: string
  readonly port?: number
  /** True to serve the demo beside the channels. */
  readonly demo?: true
  readonly workers?: number | 'auto'
}
