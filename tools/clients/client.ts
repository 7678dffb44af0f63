/** A command-line client, how to install it and how to run it without a person. */
export interface Client {
  readonly name: string
  /** The npm package and the version that is driven. */
  readonly package: string
  readonly version: string
  readonly program: string
  /** Names that the client knows and treats in a way of their own, for each model of the demo; absent: it is given the demo's names. */
  readonly ownNames?: Readonly<Record<string, string>>
  prepare(setting: ClientSetting): ClientRun
}

export interface ClientSetting {
  readonly model: string
  /** Address of the gateway, without a path. */
  readonly gateway: string
  /** A key of the gateway. */
  readonly key: string
  /** The shell command that the client's tool must run. */
  readonly shell: string
}

export interface ClientRun {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What it reads from its standard input. */
  readonly input?: string
  /** Files to write before, relative to the home folder. */
  readonly files?: Readonly<Record<string, string>>
  /** A file in the home folder that holds the final text; else what the program prints is it. */
  readonly answerFile?: string
}
