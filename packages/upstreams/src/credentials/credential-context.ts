import type { OutgoingRequest } from '@interlingua/core/edge'

/** Answer of a server of credentials. */
export interface CredentialAnswer {
  readonly status: number
  readonly body: string
}

/** Clock, environment and network for sources of credentials. */
export interface CredentialContext {
  /** Name of the channel, for errors. */
  readonly channel: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Calls a server on the network, as the channel calls its upstream: by its proxy, and with its authorities. */
  readonly fetch: (request: OutgoingRequest) => Promise<CredentialAnswer>
  /** Calls a server of this machine or its host, never by a proxy. */
  readonly fetchLocal: (request: OutgoingRequest) => Promise<CredentialAnswer>
}

/** Reads the JSON object that a server of credentials sent. The errors never quote it. */
export function readObject({ status, body }: CredentialAnswer, server: string): Readonly<Record<string, unknown>> {
  if (status !== 200) throw new Error(`${server} answered with the status ${status}`)
  return parseObject(body, `the answer of ${server}`)
}

/** Parses a JSON object that holds secrets. The errors never quote it. */
export function parseObject(text: string, what: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`${what} is no JSON`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what} is no JSON object`)
  return value as Readonly<Record<string, unknown>> // an object of JSON has string keys
}

/** Text of a member. Throws for one that is missing. */
export function textOf(object: Readonly<Record<string, unknown>>, name: string, what: string): string {
  const value = object[name]
  if (typeof value !== 'string' || value === '') throw new Error(`${what} has no ${name}`)
  return value
}
