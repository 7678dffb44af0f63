import { keyState, readCredential, secretEnd } from '@interlingua/access'
import type { GatewayState } from '@interlingua/server'
import type { IncomingMessage } from 'node:http'
import { addressOf, type Exposure, isLocal, isOwnHost, isSameOrigin } from '../access/caller.ts'
import { readCookie, tokenHeader } from '../access/cookie.ts'
import type { SignIn, SignIns } from '../access/sign-ins.ts'
import { ConsoleError } from '../console-error.ts'
import type { Limiters } from './limiters.ts'

/** Decides who may call the admin API. Each method throws, or rejects with, a `ConsoleError`. */
export interface Gate {
  /** Lets in callers who may reach the console at all. */
  admitCaller(request: IncomingMessage): void
  /** Finds the person of a call: by both halves of a sign-in, or by an administrator's key. */
  admitPerson(gateway: GatewayState, request: IncomingMessage, now: number): Promise<SignIn>
  /** Counts a wrong secret of an address, of which there may be ten in ten minutes; `blocked`: too many were wrong already. */
  readonly wrongSecrets: { add(address: string): Promise<void>; refuseBlocked(address: string): Promise<void> }
}

/** Calls of a person in a second, and wrong secrets of an address in ten minutes. */
const callsEachSecond = 20
const mostWrong = 10
const wrongWindow = 600

export function createGate(signIns: SignIns, exposure: () => Exposure): Gate {
  let limiters: Promise<Limiters> | undefined

  async function countCall(person: SignIn): Promise<void> {
    const { calls } = await (limiters ??= openLimiters())
    const { consumedPoints, msBeforeNext } = await calls.penalty(person.id)
    if (consumedPoints <= callsEachSecond) return
    throw new ConsoleError('rate-limit', `More than ${callsEachSecond} calls in a second.`, { retryAfter: Math.ceil(msBeforeNext / 1000) })
  }

  async function keyHolder(gateway: GatewayState, request: IncomingMessage, secret: string, now: number): Promise<SignIn> {
    const key = await gateway.keys.find(secret, request.socket)
    if (key === undefined || keyState(key, now) !== 'valid') throw notSignedIn('This API key is not valid.')
    if (!key.admin && key.viewer !== true)
      throw new ConsoleError('not-allowed', 'This needs an administrator’s key: interlingua key create <name> --admin.')
    const { id, name, createdAt } = key
    return {
      id,
      role: key.admin ? 'operator' : 'viewer',
      name,
      keyId: id,
      from: addressOf(request),
      createdAt,
      usedAt: now,
      until: Math.min(key.expiresAt ?? Infinity, key.secretUntil ?? Infinity),
    }
  }

  async function signedIn(gateway: GatewayState, request: IncomingMessage, now: number): Promise<SignIn> {
    const token = request.headers[tokenHeader]
    const cookie = readCookie(request.headers.cookie)
    const signIn = await signIns.find({ cookie, token: typeof token === 'string' ? token : undefined }, now)
    if (signIn === undefined) throw notSignedIn('Sign in first.')
    if (signIn.keyId === undefined) return signIn
    // The sign-in ends with its key, and with the secret by which it was made.
    const key = await gateway.store.keys.find(signIn.keyId)
    const end = key && signIn.keyHash !== undefined ? secretEnd(key, signIn.keyHash) : Infinity
    if (key !== undefined && keyState(key, now) === 'valid' && end > now) return { ...signIn, until: Math.min(signIn.until, end) }
    await signIns.end(signIn.id)
    const isReplaced = key !== undefined && keyState(key, now) === 'valid'
    throw notSignedIn(
      isReplaced ? 'The key of this sign-in got another secret: sign in with that.' : 'The key of this sign-in is no longer valid.',
    )
  }

  return {
    admitCaller(request) {
      const facts = exposure()
      if (!facts.open && !isLocal(request)) throw notFound()
      if (!isOwnHost(request, facts))
        throw new ConsoleError('wrong-host', 'The console is not served under this name; publicUrl in the configuration gives it one.')
      if (!isSameOrigin(request)) throw new ConsoleError('not-allowed', 'The admin API takes no calls from pages of other origins.')
    },
    async admitPerson(gateway, request, now) {
      const secret = request.headers.authorization === undefined ? undefined : readCredential({ headers: request.headers, url: '' })
      const person = secret === undefined ? await signedIn(gateway, request, now) : await keyHolder(gateway, request, secret, now)
      await countCall(person)
      return person
    },
    wrongSecrets: {
      async add(address) {
        await (await (limiters ??= openLimiters())).wrong.penalty(address)
      },
      async refuseBlocked(address) {
        const counted = await (await (limiters ??= openLimiters())).wrong.get(address)
        if (counted === null || counted.consumedPoints < mostWrong) return
        throw new ConsoleError('rate-limit', 'Too many wrong tries from this address.', {
          retryAfter: Math.ceil(counted.msBeforeNext / 1000),
        })
      },
    },
  }
}

/** Loads the library at the first call, since it would make the start longer. */
async function openLimiters(): Promise<Limiters> {
  const { createLimiters } = await import('./limiters.ts')
  return createLimiters({ callsEachSecond, mostWrong, wrongWindow })
}

/** Failure for a path that is not there, or not for this caller. */
export function notFound(): ConsoleError {
  return new ConsoleError('not-found', 'There is nothing here.')
}

function notSignedIn(message: string): ConsoleError {
  return new ConsoleError('not-signed-in', message)
}
