import { hashSecret, keyState } from '@interlingua/access'
import * as z from 'zod'
import { addressOf, type Exposure, isLocal, isSecure } from '../access/caller.ts'
import { clearCookie, writeCookie } from '../access/cookie.ts'
import { redeemLoginLink } from '../access/login-links.ts'
import type { SignIn, SignIns } from '../access/sign-ins.ts'
import type { Audit } from '../audit.ts'
import type { Login, LoginEntry, Me } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import type { Gate } from '../serve/gate.ts'
import { notFound } from '../serve/gate.ts'
import { readBody } from '../serve/read-input.ts'
import { type ConsoleRoute, everyRole, type OpenCall, operators } from '../serve/route.ts'

const secret = z.string().min(1).max(1000)
const loginBody = z
  .strictObject({ key: secret.optional(), link: secret.optional() })
  .refine(
    ({ key, link }) => (key === undefined) !== (link === undefined),
    'send {"key": …} with an API key, or {"link": …} with the secret of a link',
  )

interface Services {
  readonly signIns: SignIns
  readonly gate: Gate
  readonly audit: Audit
  readonly exposure: () => Exposure
}

type Person = Pick<SignIn, 'role' | 'name' | 'keyId' | 'keyHash'>

/** Routes of signing in and out, and of the list of sign-ins. */
export function createSignInRoutes({ signIns, gate, audit, exposure }: Services): readonly ConsoleRoute[] {
  async function personOf(call: OpenCall): Promise<Person | undefined> {
    const { gateway, request, now } = call
    const { key: given = '', link } = readBody(loginBody, call.body)
    if (link !== undefined) {
      // A link is for people at the machine itself, whatever the console is open for.
      const redeemed = isLocal(request) && (await redeemLoginLink(gateway.store.documents, link, now))
      return redeemed ? { role: 'operator', name: 'link' } : undefined
    }
    const key = await gateway.keys.find(given, request.socket)
    if (key === undefined || keyState(key, now) !== 'valid') return undefined
    return { role: key.admin ? 'operator' : key.viewer ? 'viewer' : 'user', name: key.name, keyId: key.id, keyHash: hashSecret(given) }
  }

  async function login(call: OpenCall): Promise<Login> {
    const from = addressOf(call.request)
    await gate.wrongSecrets.refuseBlocked(from)
    const person = await personOf(call)
    if (person === undefined) {
      await gate.wrongSecrets.add(from)
      throw new ConsoleError('not-signed-in', 'This key or link is not valid. A link works once, for ten minutes, on this machine.')
    }
    const { cookie, token, signIn } = await signIns.create({ ...person, from }, call.now)
    await audit.write(signIn, { action: 'login' }, call.now)
    call.setHeader('set-cookie', writeCookie(cookie, isSecure(exposure())))
    return { ...meOf(signIn), token }
  }

  return [
    { method: 'POST', path: '/login', summary: 'Signs in by a key or a one-time link', roles: 'everybody', serve: login },
    {
      method: 'POST',
      path: '/logout',
      summary: 'Ends the sign-in of the caller',
      roles: everyRole,
      async serve({ person, setHeader }) {
        await signIns.end(person.id)
        setHeader('set-cookie', clearCookie(isSecure(exposure())))
      },
    },
    { method: 'GET', path: '/me', summary: 'Tells who is signed in', roles: everyRole, serve: ({ person }) => meOf(person) },
    {
      method: 'GET',
      path: '/logins',
      summary: 'Lists sign-ins, the newest first',
      roles: operators,
      serve: async ({ person, now }) => ({ rows: (await signIns.list(now)).map((signIn) => entryOf(signIn, person)) }),
    },
    {
      method: 'DELETE',
      path: '/logins/{id}',
      summary: 'Ends a sign-in',
      roles: operators,
      async serve({ parameters, audit: write }) {
        const id = parameters['id'] ?? ''
        await write({ action: 'login.end', subject: id.slice(0, 12) })
        if (!(await signIns.end(id))) throw notFound()
      },
    },
  ]
}

function meOf({ role, name, keyId, until }: SignIn): Me {
  return { role, name, ...(keyId !== undefined && { keyId }), until: timeOf(until) }
}

function entryOf(signIn: SignIn, current: SignIn): LoginEntry {
  const { id, from, createdAt, usedAt } = signIn
  return { ...meOf(signIn), id, from, createdAt: timeOf(createdAt), lastUsedAt: timeOf(usedAt), current: id === current.id }
}

/** Time in RFC 3339; one that never comes is the last that a calendar has. */
function timeOf(millis: number): string {
  return new Date(Math.min(millis, Date.parse('9999-12-31T23:59:59Z'))).toISOString()
}
