import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chat } from '@interlingua/chat/edge'
import type { OpenAuthorizer } from '@interlingua/core/edge'
import { OAuth2Client } from 'google-auth-library'
import { Pool } from 'undici'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { dispatchSigned } from '../src/dispatch-signed.ts'
import { createUpstreams } from '../src/index.ts'
import { type Account, isSigned, type ReceivedCall } from './aws-server.ts'
import { type Answer, type Clock, folder, open, serve } from './open-authorizer.ts'

const region = 'eu-central-1'
const account: Account = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const temporary: Account = { ...account, sessionToken: 'a-session-token/of+some=length' }
const variables = { AWS_ACCESS_KEY_ID: account.accessKeyId, AWS_SECRET_ACCESS_KEY: account.secretAccessKey }
const aws = { type: 'aws', region } as const

/** Call with the authorizer's headers, as a server gets it. */
async function signed(
  authorizer: OpenAuthorizer,
  path = '/model/anthropic.claude-x-v1%3A0/invoke',
  body = '{"max_tokens":1}',
): Promise<ReceivedCall> {
  const url = `https://bedrock-runtime.${region}.amazonaws.com${path}`
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const proof = await authorizer.authorize({ method: 'POST', url, headers, body })
  const sent: IncomingHttpHeaders = { ...headers, host: new URL(url).host, ...proof }
  return { method: 'POST', path, headers: sent, body: Buffer.from(body) }
}

describe('keys of AWS', () => {
  it.each([
    ['encoded whole', '/model/us.anthropic.claude-x-v1%3A0/converse'],
    ['with its colon', '/model/us.anthropic.claude-x-v1:0/converse-stream'],
    ['an ARN, encoded whole', '/model/arn%3Aaws%3Abedrock%3Aeu-central-1%3A1%3Ainference-profile%2Fabc/invoke'],
    ['an ARN with its colons', '/model/arn:aws:bedrock:eu-central-1:1:inference-profile%2Fabc/invoke-with-response-stream'],
    ['with a query', '/inference-profiles?type=SYSTEM_DEFINED&maxResults=10'],
  ])('sign an id %s as the official signer does', async (_, path) => {
    expect(await isSigned(await signed(open(aws, variables), path), account, region)).toBe(true)
  })

  it('sign each part of a call', async () => {
    const sent = await signed(open(aws, variables))
    expect(await isSigned({ ...sent, body: Buffer.from('{}') }, account, region)).toBe(false)
    expect(await isSigned({ ...sent, path: '/model/other/invoke' }, account, region)).toBe(false)
    expect(await isSigned(sent, { ...account, secretAccessKey: 'another' }, region)).toBe(false)
    expect(await isSigned(sent, account, 'us-east-1')).toBe(false)
  })

  it('come from the environment, with a session token', async () => {
    const authorizer = open(aws, { ...variables, AWS_SESSION_TOKEN: temporary.sessionToken ?? '' })
    expect(await isSigned(await signed(authorizer), temporary, region)).toBe(true)
    expect(authorizer.secrets()).toEqual([temporary.secretAccessKey, temporary.sessionToken])
  })

  it('of the channel itself win, and take no session token from the environment', async () => {
    const home = folder()
    writeFileSync(join(home, 'id'), 'AKIDOTHER\n')
    writeFileSync(join(home, 'secret'), 'another-secret-of-aws\n')
    const own = { ...aws, accessKeyIdFile: join(home, 'id'), secretAccessKeyFile: join(home, 'secret') }
    const authorizer = open(own, { ...variables, AWS_SESSION_TOKEN: 'foreign-token' })
    const sent = await signed(authorizer)
    expect(await isSigned(sent, { accessKeyId: 'AKIDOTHER', secretAccessKey: 'another-secret-of-aws' }, region)).toBe(true)
    expect(sent.headers['x-amz-security-token']).toBeUndefined()
    expect(authorizer.secrets()).toEqual(['another-secret-of-aws'])
  })

  it('come from a profile, with its region; of two files the one of credentials wins', async () => {
    const home = folder()
    const files = { AWS_CONFIG_FILE: join(home, 'config'), AWS_SHARED_CREDENTIALS_FILE: join(home, 'credentials') }
    writeFileSync(
      files.AWS_CONFIG_FILE,
      `[profile work]\nregion = ${region} # near\naws_secret_access_key = wrong\ns3 =\n  aws_session_token = nested\n`,
    )
    const lines = [`aws_access_key_id=${account.accessKeyId}`, `aws_secret_access_key = ${account.secretAccessKey}`]
    writeFileSync(files.AWS_SHARED_CREDENTIALS_FILE, `[default]\naws_access_key_id=none\n\n[ work ]\r\n${lines.join('\r\n')}\r\n`)
    expect(await isSigned(await signed(open({ type: 'aws', profile: 'work' }, files)), account, region)).toBe(true)
    expect(await isSigned(await signed(open({ type: 'aws' }, { ...files, AWS_PROFILE: 'work' })), account, region)).toBe(true)
  })

  it('come from the program of a profile', async () => {
    const home = folder()
    const program = join(home, 'keys of mine.mjs')
    const output = {
      Version: 1,
      AccessKeyId: temporary.accessKeyId,
      SecretAccessKey: temporary.secretAccessKey,
      SessionToken: temporary.sessionToken,
    }
    writeFileSync(program, `console.log(${JSON.stringify(JSON.stringify(output))})`)
    writeFileSync(join(home, 'config'), `[default]\ncredential_process = "${process.execPath}" "${program}"\n`)
    const authorizer = open({ ...aws, source: 'profile' }, { AWS_CONFIG_FILE: join(home, 'config') })
    expect(await isSigned(await signed(authorizer), temporary, region)).toBe(true)
  })

  it('of a profile with single sign-on are refused with the way that works', async () => {
    const home = folder()
    writeFileSync(join(home, 'config'), '[profile work]\nsso_session = mine\n')
    const authorizer = open({ ...aws, profile: 'work' }, { AWS_CONFIG_FILE: join(home, 'config') })
    await expect(signed(authorizer)).rejects.toThrow('aws configure export-credentials --profile work --format process')
  })

  it.each([['XML'], ['JSON']])('come from the token service for a web identity (%s)', async (kind) => {
    const end = Date.now() + 3_600_000
    const body =
      kind === 'XML'
        ? `<R><Credentials><SessionToken>${temporary.sessionToken}</SessionToken><SecretAccessKey>${temporary.secretAccessKey}</SecretAccessKey><Expiration>${new Date(end).toISOString()}</Expiration><AccessKeyId>${temporary.accessKeyId}</AccessKeyId></Credentials></R>`
        : {
            Result: {
              Credentials: {
                AccessKeyId: temporary.accessKeyId,
                SecretAccessKey: temporary.secretAccessKey,
                SessionToken: temporary.sessionToken,
                Expiration: end / 1000,
              },
            },
          }
    const server = await serve(() => ({ body }))
    const home = folder()
    writeFileSync(join(home, 'token'), 'token-of-the-cluster')
    const authorizer = open(aws, {
      AWS_WEB_IDENTITY_TOKEN_FILE: join(home, 'token'),
      AWS_ROLE_ARN: 'arn:aws:iam::1:role/gateway',
      AWS_ENDPOINT_URL_STS: server.url,
    })
    expect(await isSigned(await signed(authorizer), temporary, region)).toBe(true)
    const form = new URLSearchParams(Buffer.from(server.calls[0]?.body ?? []).toString())
    expect(Object.fromEntries(form)).toMatchObject({ RoleArn: 'arn:aws:iam::1:role/gateway', WebIdentityToken: 'token-of-the-cluster' })
  })

  it("come from a container's server, by its token", async () => {
    const server = await serve(({ headers }) =>
      headers.authorization === 'token-of-the-pod' ? { body: grant(Date.now() + 3_600_000) } : { status: 401, body: {} },
    )
    const home = folder()
    writeFileSync(join(home, 'token'), 'token-of-the-pod')
    const full = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/v1/credentials` }
    const authorizer = open(aws, { ...full, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(home, 'token') })
    expect(await isSigned(await signed(authorizer), temporary, region)).toBe(true)
    const stranger = open(aws, { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://203.0.113.7/credentials' })
    await expect(signed(stranger)).rejects.toThrow("none of a container's host")
  })

  it('come from the role of an instance, by a token of its metadata server', async () => {
    const server = await serve(({ method, path, headers }) => {
      if (method === 'PUT')
        return headers['x-aws-ec2-metadata-token-ttl-seconds'] === '21600' ? { body: 'imds' } : { status: 400, body: '' }
      if (headers['x-aws-ec2-metadata-token'] !== 'imds') return { status: 401, body: '' }
      if (path === '/latest/meta-data/iam/security-credentials/') return { body: 'role-1\n' }
      return path.endsWith('/role-1') ? { body: grant(Date.now() + 3_600_000) } : { status: 404, body: '' }
    })
    const authorizer = open(aws, { AWS_EC2_METADATA_DISABLED: 'false', AWS_EC2_METADATA_SERVICE_ENDPOINT: server.url })
    expect(await isSigned(await signed(authorizer), temporary, region)).toBe(true)
  })

  it('that nobody has are an error, and so is a region that nobody names', async () => {
    await expect(signed(open(aws, {}))).rejects.toThrow('no source has keys of AWS')
    expect(() => open({ type: 'aws' }, variables)).toThrow('channel cloud: credentials.region is missing')
  })
})

function grant(end: number, secret = temporary.secretAccessKey): object {
  return {
    AccessKeyId: temporary.accessKeyId,
    SecretAccessKey: secret,
    Token: temporary.sessionToken,
    Expiration: new Date(end).toISOString(),
  }
}

describe('renewal', () => {
  const hour = 3_600_000

  async function scripted(
    answer: (count: number) => Answer | Promise<Answer>,
  ): Promise<{ calls: ReceivedCall[]; clock: Clock; authorizer: OpenAuthorizer }> {
    const clock = { time: Date.now() }
    let count = 0
    const { url, calls } = await serve(() => answer(++count))
    return { calls, clock, authorizer: open(aws, { AWS_CONTAINER_CREDENTIALS_FULL_URI: url }, clock) }
  }

  const keyOf = async (authorizer: OpenAuthorizer, clock: Clock, secrets: readonly string[]): Promise<string | undefined> => {
    const sent = await signed(authorizer)
    for (const secretAccessKey of secrets)
      if (await isSigned(sent, { ...temporary, secretAccessKey }, region, clock.time)) return secretAccessKey
    return undefined
  }

  it('fetches once for many calls at the same time', async () => {
    const { calls, authorizer } = await scripted(() => ({ body: grant(Date.now() + hour) }))
    await Promise.all(Array.from({ length: 50 }, () => signed(authorizer)))
    expect(calls).toHaveLength(1)
  })

  it('begins five minutes before the end, while calls go on with the old keys', async () => {
    const start = Date.now()
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const { calls, clock, authorizer } = await scripted(async (count) => {
      if (count === 2) await held
      return { body: grant(start + hour * count, `secret-${count}`) }
    })
    expect(await keyOf(authorizer, clock, ['secret-1'])).toBe('secret-1')
    clock.time = start + hour - 6 * 60_000
    await signed(authorizer)
    expect(calls).toHaveLength(1)
    clock.time = start + hour - 4 * 60_000
    const during = await Promise.all(Array.from({ length: 5 }, () => keyOf(authorizer, clock, ['secret-1', 'secret-2'])))
    expect(new Set(during)).toEqual(new Set(['secret-1']))
    release?.()
    await expect.poll(() => authorizer.secrets()[0]).toBe('secret-2')
    expect(calls).toHaveLength(2)
    expect(await keyOf(authorizer, clock, ['secret-1', 'secret-2'])).toBe('secret-2')
  })

  it('that fails leaves the old keys until their end, and is an error after it', async () => {
    const start = Date.now()
    const { clock, authorizer } = await scripted((count) =>
      count === 1 ? { body: grant(start + hour, 'secret-1') } : { status: 500, body: 'Token of mine' },
    )
    await signed(authorizer)
    clock.time = start + hour - 60_000
    expect(await keyOf(authorizer, clock, ['secret-1'])).toBe('secret-1')
    clock.time = start + hour
    await expect(signed(authorizer)).rejects.toThrow("the container's server of credentials answered with the status 500")
  })

  it('follows a refusal, but not one of keys that have just come', async () => {
    const start = Date.now()
    const { clock, authorizer } = await scripted((count) => ({ body: grant(start + hour, `secret-${count}`) }))
    const request = { method: 'POST', url: 'https://bedrock-runtime.eu-central-1.amazonaws.com/model/x/invoke', headers: {} }
    const first = await authorizer.authorize(request)
    expect(authorizer.refused?.(first)).toBe(false)
    clock.time += 61_000
    expect(authorizer.refused?.(first)).toBe(true)
    expect(await keyOf(authorizer, clock, ['secret-2'])).toBe('secret-2')
    // A late refusal of the old keys asks for one more attempt, with those that have come since.
    expect(authorizer.refused?.(first)).toBe(true)
    expect(authorizer.refused?.(await authorizer.authorize(request))).toBe(false)
    expect(await keyOf(authorizer, clock, ['secret-2', 'secret-3'])).toBe('secret-2')
  })

  it('never quotes an answer with secrets in an error', async () => {
    const { authorizer } = await scripted(() => ({ body: '{"SecretAccessKey":"precious"' }))
    const error: unknown = await signed(authorizer).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(String((error as Error).message)).not.toContain('precious') // an error, as the line above holds
  })
})

describe("Google's tokens", () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const verifier = new OAuth2Client()

  function accountFile(server: string): string {
    const path = join(folder(), 'account.json')
    const content = {
      type: 'service_account',
      client_email: 'me@project.iam',
      private_key: pem,
      private_key_id: 'key-1',
      token_uri: `${server}/token`,
    }
    writeFileSync(path, JSON.stringify(content))
    return path
  }

  it("come for an assertion that the official library takes for the account's", async () => {
    const server = await serve(async ({ body }) => {
      const form = new URLSearchParams(Buffer.from(body).toString())
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return { status: 400, body: {} }
      const certificates = { 'key-1': publicKey.export({ type: 'spki', format: 'pem' }).toString() }
      const ticket = await verifier.verifySignedJwtWithCertsAsync(form.get('assertion') ?? '', certificates, `${server.url}/token`, [
        'me@project.iam',
      ])
      return {
        body: {
          access_token: `token for ${JSON.stringify((ticket.getPayload() as { scope?: string } | undefined)?.scope)}`,
          expires_in: 3599,
        },
      } // the scope is a claim of this grant
    })
    const authorizer = open({ type: 'google', file: accountFile(server.url), quotaProject: 'payer' }, {})
    const request = { method: 'POST', url: 'https://aiplatform.googleapis.com/v1/x', headers: {} }
    expect(await authorizer.authorize(request)).toEqual({
      authorization: 'Bearer token for "https://www.googleapis.com/auth/cloud-platform"',
      'x-goog-user-project': 'payer',
    })
    expect(authorizer.secrets()).toEqual([pem, 'token for "https://www.googleapis.com/auth/cloud-platform"'])
    await authorizer.authorize(request)
    expect(server.calls).toHaveLength(1)
  })

  it('come for the refresh token of a user, whose file gcloud wrote', async () => {
    const server = await serve(({ body }) => ({ body: { access_token: Buffer.from(body).toString(), expires_in: 3599 } }))
    const home = folder()
    const user = {
      type: 'authorized_user',
      client_id: 'id',
      client_secret: 'secret-of-gcloud',
      refresh_token: 'refresh-me',
      token_uri: server.url,
    }
    writeFileSync(join(home, 'application_default_credentials.json'), JSON.stringify(user))
    const authorizer = open({ type: 'google' }, { CLOUDSDK_CONFIG: home })
    const { authorization } = await authorizer.authorize({ method: 'POST', url: 'https://x', headers: {} })
    expect(authorization).toBe('Bearer grant_type=refresh_token&client_id=id&client_secret=secret-of-gcloud&refresh_token=refresh-me')
    expect(authorizer.secrets().slice(0, 2)).toEqual(['secret-of-gcloud', 'refresh-me'])
  })

  it('come from the metadata server where there is no file', async () => {
    const server = await serve(({ headers }) =>
      headers['metadata-flavor'] === 'Google'
        ? { body: { access_token: 'token-of-the-machine', expires_in: 3599 } }
        : { status: 403, body: {} },
    )
    const authorizer = open({ type: 'google' }, { GCE_METADATA_HOST: new URL(server.url).host })
    const proof = await authorizer.authorize({ method: 'POST', url: 'https://x', headers: {} })
    expect(proof).toEqual({ authorization: 'Bearer token-of-the-machine' })
  })

  it.each([
    ['{', 'it is no JSON'],
    ['{"type":"service_account","private_key":"precious","client_email":"x"}', 'its private_key cannot be read'],
    ['{"type":"gdch_service_account"}', 'its type "gdch_service_account" is not supported'],
    ['{"type":"external_account"}', 'it has no audience'],
    ['{"type":"service_account"}', 'it has no private_key'],
  ])('are refused at the start for a file that cannot be used', (content, message) => {
    const path = join(folder(), 'account.json')
    writeFileSync(path, content)
    expect(() => open({ type: 'google', file: path }, {})).toThrow(message)
    expect(() => open({ type: 'google', file: path }, {})).not.toThrow('precious')
  })
})

describe('a channel with credentials', () => {
  it('signs what goes over the wire', async () => {
    const results: boolean[] = []
    const server = await serve(async (received) => {
      results.push(await isSigned(received, { accessKeyId: 'AKIDOTHER', secretAccessKey: 'another-secret-of-aws' }, region))
      return { body: { id: 'c', object: 'chat.completion', model: 'm', choices: [] } }
    })
    const home = folder()
    writeFileSync(join(home, 'id'), 'AKIDOTHER')
    writeFileSync(join(home, 'secret'), 'another-secret-of-aws')
    const credentials = { ...aws, accessKeyIdFile: join(home, 'id'), secretAccessKeyFile: join(home, 'secret') }
    const channel = { name: 'cloud', format: 'chat', baseUrl: server.url, credentials, models: ['*'] }
    const upstreams = createUpstreams({ channels: [channel] }, [chat])
    atEnd(() => upstreams.close())
    const request = { path: '/model/arn%3Aaws%2Fabc/invoke', headers: { 'x-amzn-bedrock-trace': 'ENABLED' }, body: '{"messages":[]}' }
    const answer = await upstreams.fetch({ model: 'm', format: 'chat', request: () => request })
    expect([answer.status, results]).toEqual([200, [true]])
    expect(server.calls[0]?.headers).toMatchObject({ 'x-amzn-bedrock-trace': 'ENABLED' })
  })
})

describe('a call over the wire', () => {
  /** Sends a call as channels do; resolves to the status. */
  function send(authorizer: OpenAuthorizer, url: string, path: string, body = '{"messages":[]}'): Promise<number> {
    const pool = new Pool(url)
    atEnd(() => pool.close())
    const headers = { 'content-type': 'application/json' }
    const call = { origin: url, path, method: 'POST', headers, body, headersTimeout: 5_000, bodyTimeout: 5_000 } as const
    return new Promise((resolve, reject) => {
      dispatchSigned(authorizer, pool, call, {
        onResponseStart: (_controller, status) => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      })
    })
  }

  /** Server of Bedrock, whose clock is `ahead` milliseconds before ours. */
  function bedrock(secretNow: () => string, ahead = 0): ReturnType<typeof serve> {
    return serve(async (received) => {
      const now = Date.now() + ahead
      const account = { ...temporary, secretAccessKey: secretNow() }
      const date = new Date(now).toUTCString()
      if (await isSigned(received, account, region, now)) return { headers: { date }, body: {} }
      const known = await Promise.all(
        ['secret-1', 'secret-2'].map((secretAccessKey) => isSigned(received, { ...account, secretAccessKey }, region, now)),
      )
      const type = known.includes(true) ? 'ExpiredTokenException' : 'InvalidSignatureException'
      return { status: 403, headers: { date, 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/` }, body: { message: 'no' } }
    })
  }

  it.each([
    ['a version', 'us.anthropic.claude-x-v1:0'],
    ['an inference profile', 'arn:aws:bedrock:eu-central-1:1:application-inference-profile/abc-1'],
    ['an imported model', 'arn:aws:bedrock:eu-central-1:1:imported-model/a/b'],
    ['a prompt', 'arn:aws:bedrock:eu-central-1:1:prompt/ABC:2'],
    ['characters that paths escape', "my model+(1)!*'~é%2F"],
  ])('of a model with %s is signed as it is sent', async (_, id) => {
    const server = await bedrock(() => temporary.secretAccessKey)
    const authorizer = open(aws, { ...variables, AWS_SESSION_TOKEN: temporary.sessionToken ?? '' })
    for (const verb of ['converse', 'converse-stream', 'invoke', 'invoke-with-response-stream', 'count-tokens'])
      expect([verb, await send(authorizer, server.url, `/model/${encodeURIComponent(id)}/${verb}`)]).toEqual([verb, 200])
  })

  it('of many at the time when the keys end is sent again with new ones, which are fetched once', async () => {
    const clock = { time: Date.now() }
    let fetched = 0
    const metadata = await serve(() => ({ body: grant(Date.now() + 3_600_000, `secret-${++fetched}`) }))
    let secret = 'secret-1'
    let waiting = 0
    const server = await serve(async (received) => {
      const good = await isSigned(received, { ...temporary, secretAccessKey: secret }, region, clock.time)
      if (good) return { body: {} }
      // Some of the refusals come when others have long been answered.
      if (++waiting % 2 === 0) await setTimeout(200)
      return { status: 403, headers: { 'x-amzn-errortype': 'ExpiredTokenException' }, body: {} }
    })
    const authorizer = open(aws, { AWS_CONTAINER_CREDENTIALS_FULL_URI: metadata.url }, clock)
    expect(await send(authorizer, server.url, '/model/x/converse')).toBe(200)
    clock.time += 120_000
    secret = 'secret-2'
    const all = await Promise.all(Array.from({ length: 20 }, () => send(authorizer, server.url, '/model/x/converse')))
    expect([new Set(all), fetched, waiting]).toEqual([new Set([200]), 2, 20])
  })

  it('of many at the time when a token of Google ends early is sent again with a new one, which is fetched once', async () => {
    const clock = { time: Date.now() }
    let fetched = 0
    const metadata = await serve(() => ({ body: { access_token: `token-${++fetched}`, expires_in: 3599 } }))
    let good = 'token-1'
    let refusals = 0
    const server = await serve(async ({ headers }) => {
      if (headers.authorization === `Bearer ${good}`) return { body: {} }
      if (++refusals % 2 === 0) await setTimeout(200)
      return { status: 401, body: {} }
    })
    const authorizer = open({ type: 'google' }, { GCE_METADATA_HOST: new URL(metadata.url).host }, clock)
    expect(await send(authorizer, server.url, '/v1/x')).toBe(200)
    clock.time += 120_000
    good = 'token-2'
    const all = await Promise.all(Array.from({ length: 20 }, () => send(authorizer, server.url, '/v1/x')))
    expect([new Set(all), fetched, refusals]).toEqual([new Set([200]), 2, 20])
    good = 'token-3'
    expect(await send(authorizer, server.url, '/v1/x')).toBe(401)
  })

  it.each([
    ['ahead', 20 * 60_000],
    ['behind', -7 * 60_000],
  ])('to a server whose clock is %s is signed by that clock, after the first refusal', async (_, ahead) => {
    const server = await bedrock(() => temporary.secretAccessKey, ahead)
    const authorizer = open(aws, { ...variables, AWS_SESSION_TOKEN: temporary.sessionToken ?? '' })
    expect(await send(authorizer, server.url, '/model/x/converse')).toBe(200)
    expect(server.calls).toHaveLength(2)
    expect(await send(authorizer, server.url, '/model/x/converse')).toBe(200)
    expect(server.calls).toHaveLength(3)
  })

  it('with a wrong key is not sent again while the clocks agree', async () => {
    const server = await bedrock(() => 'another')
    expect(await send(open(aws, variables), server.url, '/model/x/converse')).toBe(403)
    expect(server.calls).toHaveLength(1)
  })
})
