import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAuthorizer } from '@interlingua/core/edge'
import { AwsClient, ExternalAccountAuthorizedUserClient, ExternalAccountClient } from 'google-auth-library'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Account, isSigned, type ReceivedCall } from './aws-server.ts'
import { type Answer, type Clock, folder, open, serve } from './open-authorizer.ts'

const audience = '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/p'
const cloud = 'https://www.googleapis.com/auth/cloud-platform'
const account = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/me@p.iam.gserviceaccount.com:generateAccessToken'
const external = {
  type: 'external_account',
  audience,
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: 'https://sts.googleapis.com/v1/token',
}

function fileOf(content: object): string {
  const path = join(folder(), 'account.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

function tokenFile(text: string): string {
  const path = join(folder(), 'token')
  writeFileSync(path, text)
  return path
}

interface Google {
  readonly calls: readonly ReceivedCall[]
  readonly open: (content: object, environment?: Readonly<Record<string, string>>, clock?: Clock) => OpenAuthorizer
  readonly url: string
}

/** Google's services of tokens and of accounts, and other servers by their origin. */
async function google(
  answer: (call: ReceivedCall) => Answer | Promise<Answer> = federate,
  others: Readonly<Record<string, string>> = {},
): Promise<Google> {
  const { url, calls } = await serve(answer)
  const servers = { 'https://sts.googleapis.com': url, 'https://iamcredentials.googleapis.com': url, ...others }
  return {
    calls,
    url,
    open: (content, environment = {}, clock = undefined) => open({ type: 'google', file: fileOf(content) }, environment, clock, servers),
  }
}

function federate({ path, headers }: ReceivedCall): Answer {
  if (path === '/v1/token') return { body: { access_token: 'federated-token', token_type: 'Bearer', expires_in: 3599 } }
  if (headers.authorization !== 'Bearer federated-token') return { status: 403, body: {} }
  return { body: { accessToken: 'token-of-the-account', expireTime: new Date(Date.now() + 3_600_000).toISOString() } }
}

const ask = { method: 'POST', url: 'https://aiplatform.googleapis.com/v1/x', headers: {} }
const tokenOf = async (authorizer: OpenAuthorizer): Promise<string | undefined> => (await authorizer.authorize(ask))['authorization']
const formOf = (call: ReceivedCall | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(Buffer.from(call?.body ?? []).toString()))

describe('a workload of another cloud', () => {
  it.each([
    ['text', 'token-of-the-cluster\n', undefined],
    ['JSON', '{"access_token":"token-of-the-cluster"}', { type: 'json', subject_token_field_name: 'access_token' }],
  ])('exchanges the token in a file (%s), which is read at each renewal', async (_, text, format) => {
    const { open: authorize, calls } = await google()
    const file = tokenFile(text)
    const clock = { time: Date.now() }
    const authorizer = authorize({ ...external, credential_source: { file, ...(format && { format }) } }, {}, clock)
    expect(await tokenOf(authorizer)).toBe('Bearer federated-token')
    expect(formOf(calls[0])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token_type: external.subject_token_type,
      subject_token: 'token-of-the-cluster',
      audience,
      scope: cloud,
    })
    writeFileSync(file, text.replace('cluster', 'new cluster'))
    clock.time += 3_600_000
    await tokenOf(authorizer)
    expect(formOf(calls[1])).toMatchObject({ subject_token: 'token-of-the-new cluster' })
  })

  it('exchanges the token of a server, which is asked with the headers of the file', async () => {
    const server = await serve(({ headers }) =>
      headers['metadata'] === 'True' ? { body: { id: 'token-of-azure' } } : { status: 400, body: '' },
    )
    const { open: authorize, calls } = await google()
    const format = { type: 'json', subject_token_field_name: 'id' }
    const url = `${server.url}/metadata/identity/oauth2/token?resource=x`
    const authorizer = authorize({ ...external, credential_source: { url, headers: { Metadata: 'True' }, format } })
    expect(await tokenOf(authorizer)).toBe('Bearer federated-token')
    expect(formOf(calls[0])).toMatchObject({ subject_token: 'token-of-azure' })
    expect(server.calls[0]?.path).toBe('/metadata/identity/oauth2/token?resource=x')
  })

  it('may act as a service account, for the time that the file asks', async () => {
    const { open: authorize, calls } = await google()
    const content = {
      ...external,
      service_account_impersonation_url: account,
      service_account_impersonation: { token_lifetime_seconds: 1200 },
      credential_source: { file: tokenFile('token-of-the-cluster') },
    }
    expect(await tokenOf(authorize(content))).toBe('Bearer token-of-the-account')
    expect(JSON.parse(Buffer.from(calls[1]?.body ?? []).toString())).toEqual({ scope: [cloud], lifetime: '1200s' })
    expect(calls[1]?.path).toBe(new URL(account).pathname)
  })

  it('proves a client of its own, and the project of a user of a workforce', async () => {
    const { open: authorize, calls } = await google()
    const source = { credential_source: { file: tokenFile('token-of-the-user') } }
    const known = authorize({ ...external, ...source, client_id: 'me', client_secret: 'secret-of-mine', workforce_pool_user_project: '7' })
    await tokenOf(known)
    expect(calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:secret-of-mine').toString('base64')}`)
    expect(formOf(calls[0])['options']).toBeUndefined()
    expect(known.secrets()).toEqual(['secret-of-mine', 'federated-token'])
    await tokenOf(authorize({ ...external, ...source, workforce_pool_user_project: '7' }))
    expect(formOf(calls[1])['options']).toBe('{"userProject":"7"}')
  })

  it("asks as Google's own library does", async () => {
    const { open: authorize, calls, url } = await google()
    const content = {
      ...external,
      client_id: 'me',
      client_secret: 'secret-of-mine',
      credential_source: { file: tokenFile('token-of-the-cluster') },
    }
    const impersonated = { ...content, service_account_impersonation_url: account }
    await tokenOf(authorize(impersonated))
    const local = {
      ...impersonated,
      token_url: `${url}/v1/token`,
      service_account_impersonation_url: account.replace(/^https:\/\/[^/]+/, url),
    }
    await (
      ExternalAccountClient.fromJSON(local as Parameters<typeof ExternalAccountClient.fromJSON>[0]) as AwsClient | null
    )?.getAccessToken() // any client has the method
    const [ours, ourAccount, theirs, theirAccount] = calls
    expect(formOf(ours)).toEqual(formOf(theirs))
    expect(ours?.headers.authorization).toBe(theirs?.headers.authorization)
    expect(JSON.parse(String(ourAccount?.body))).toEqual(JSON.parse(String(theirAccount?.body)))
    expect([ourAccount?.method, ourAccount?.path]).toEqual([theirAccount?.method, theirAccount?.path])
  })

  it('fetches one token for many calls, and renews it before it ends, also by the time of the account', async () => {
    const clock = { time: Date.now() }
    const start = clock.time
    let count = 0
    const { open: authorize, calls } = await google((call) => {
      if (call.path === '/v1/token') return federate(call)
      return { body: { accessToken: `token-${++count}`, expireTime: new Date(start + count * 3_600_000).toISOString() } }
    })
    const content = { ...external, service_account_impersonation_url: account, credential_source: { file: tokenFile('token') } }
    const authorizer = authorize(content, {}, clock)
    const all = await Promise.all(Array.from({ length: 50 }, () => tokenOf(authorizer)))
    expect([new Set(all), calls.length]).toEqual([new Set(['Bearer token-1']), 2])
    clock.time = start + 3_600_000 - 4 * 60_000
    expect(await tokenOf(authorizer)).toBe('Bearer token-1')
    await expect.poll(() => tokenOf(authorizer)).toBe('Bearer token-2')
    expect(calls).toHaveLength(4)
  })

  it('never quotes a token in an error', async () => {
    const { open: authorize } = await google(({ path }) => ({ status: path === '/v1/token' ? 400 : 500, body: { error: 'precious' } }))
    const error: unknown = await tokenOf(authorize({ ...external, credential_source: { file: tokenFile('precious') } })).catch(String)
    expect(error).toBe('Error: the token server of Google answered with the status 400')
    const format = { type: 'json', subject_token_field_name: 'id' }
    const wrong: unknown = await tokenOf(authorize({ ...external, credential_source: { file: tokenFile('precious'), format } })).catch(
      String,
    )
    expect(wrong).toBe('Error: the file of the credential_source is no JSON')
  })
})

describe('a role of AWS', () => {
  const region = 'eu-central-1'
  const keys: Account = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    sessionToken: 'session/of+mine',
  }
  const variables = {
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_SESSION_TOKEN: keys.sessionToken ?? '',
    AWS_REGION: region,
  }
  const metadata = 'http://169.254.169.254'
  const source = {
    environment_id: 'aws1',
    region_url: `${metadata}/latest/meta-data/placement/availability-zone`,
    url: `${metadata}/latest/meta-data/iam/security-credentials`,
    regional_cred_verification_url: 'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15',
    imdsv2_session_token_url: `${metadata}/latest/api/token`,
  }
  const aws = { ...external, subject_token_type: 'urn:ietf:params:aws:token-type:aws4_request', credential_source: source }

  interface Proof {
    readonly url: string
    readonly method: string
    readonly headers: readonly { readonly key: string; readonly value: string }[]
  }

  const proofOf = (call: ReceivedCall | undefined): Proof => JSON.parse(decodeURIComponent(formOf(call)['subject_token'] ?? '')) as Proof // read below

  /** True if the token service of AWS would take the call that Google makes by the proof. */
  function takes({ url, method, headers }: Proof): Promise<boolean> {
    const { pathname, search } = new URL(url)
    const sent = Object.fromEntries(headers.map(({ key, value }) => [key.toLowerCase(), value]))
    return isSigned({ method, path: `${pathname}${search}`, headers: sent, body: Buffer.of() }, keys, region, Date.now(), 'sts')
  }

  it('is proved by a call of GetCallerIdentity that AWS takes, signed with its audience', async () => {
    const { open: authorize, calls } = await google()
    expect(await tokenOf(authorize(aws, variables))).toBe('Bearer federated-token')
    const proof = proofOf(calls[0])
    expect(await takes(proof)).toBe(true)
    expect(proof.url).toBe('https://sts.eu-central-1.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15')
    const header = (name: string): string | undefined => proof.headers.find(({ key }) => key === name)?.value
    expect([header('host'), header('x-goog-cloud-target-resource')]).toEqual(['sts.eu-central-1.amazonaws.com', audience])
    expect(header('authorization')).toMatch(/SignedHeaders=[^,]*x-goog-cloud-target-resource/)
    const other = { ...proof, headers: proof.headers.map((each) => (each.value === audience ? { ...each, value: `${audience}2` } : each)) }
    expect(await takes(other)).toBe(false)
  })

  it("has the parts that Google's own library sends", async () => {
    const { open: authorize, calls, url } = await google()
    await tokenOf(authorize(aws, variables))
    for (const [name, value] of Object.entries(variables)) {
      const before = process.env[name]
      process.env[name] = value
      onTestFinished(() => {
        if (before === undefined) delete process.env[name]
        else process.env[name] = before
      })
    }
    await new AwsClient({ ...aws, token_url: `${url}/v1/token` } as ConstructorParameters<typeof AwsClient>[0]).getAccessToken() // the file's own words
    const [ours, theirs] = calls.map(proofOf)
    expect([ours?.url, ours?.method]).toEqual([theirs?.url, theirs?.method])
    const names = (proof: Proof | undefined): string[] => (proof?.headers ?? []).map(({ key }) => key.toLowerCase()).toSorted()
    expect(names(ours)).toEqual(names(theirs))
    const { subject_token: _ours, ...form } = formOf(calls[0])
    expect(formOf(calls[1])).toMatchObject(form)
  })

  it('has the keys and the region of the instance where the environment has none', async () => {
    const instance = await serve(({ method, path, headers }) => {
      if (method === 'PUT') return headers['x-aws-ec2-metadata-token-ttl-seconds'] === '300' ? { body: 'imds' } : { status: 400, body: '' }
      if (headers['x-aws-ec2-metadata-token'] !== 'imds') return { status: 401, body: '' }
      if (path === '/latest/meta-data/placement/availability-zone') return { body: `${region}b` }
      if (path === '/latest/meta-data/iam/security-credentials') return { body: 'role-1' }
      const { accessKeyId, secretAccessKey, sessionToken } = keys
      return path.endsWith('/role-1')
        ? { body: { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } }
        : { status: 404, body: '' }
    })
    const { open: authorize, calls } = await google(federate, { [metadata]: instance.url })
    expect(await tokenOf(authorize(aws))).toBe('Bearer federated-token')
    expect(await takes(proofOf(calls[0]))).toBe(true)
    const { imdsv2_session_token_url: _none, ...older } = source
    const refused = tokenOf(authorize({ ...aws, credential_source: older }))
    await expect(refused).rejects.toThrow('the metadata server of AWS answered with the status 401')
  })

  it('without a region is an error', async () => {
    const { open: authorize } = await google()
    const refused = tokenOf(authorize({ ...aws, credential_source: { environment_id: 'aws1' } }))
    await expect(refused).rejects.toThrow('neither AWS_REGION nor a region_url')
  })
})

describe('an account that acts as a service account', () => {
  const user = { type: 'authorized_user', client_id: 'id', client_secret: 'secret-of-gcloud', refresh_token: 'refresh-me', token_uri: '' }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = {
    type: 'service_account',
    client_email: 'me@project.iam',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: '',
  }

  it.each([
    ['a user', user],
    ['a service account', key],
    ['a workload', { ...external, credential_source: { file: tokenFile('token-of-the-cluster') } }],
  ])('is %s', async (_, source) => {
    const {
      open: authorize,
      calls,
      url,
    } = await google(({ path, ...call }) => federate({ ...call, path: path === '/token' ? '/v1/token' : path }))
    const content = {
      type: 'impersonated_service_account',
      service_account_impersonation_url: account,
      delegates: ['projects/-/serviceAccounts/between@p.iam.gserviceaccount.com'],
      source_credentials: 'token_uri' in source ? { ...source, token_uri: `${url}/token` } : source,
    }
    const authorizer = authorize(content)
    expect(await tokenOf(authorizer)).toBe('Bearer token-of-the-account')
    expect(JSON.parse(Buffer.from(calls[1]?.body ?? []).toString())).toEqual({
      delegates: content.delegates,
      scope: [cloud],
      lifetime: '3600s',
    })
    expect(authorizer.secrets()).toContain('token-of-the-account')
  })
})

describe('a user of another identity provider', () => {
  const user = {
    type: 'external_account_authorized_user',
    audience: '//iam.googleapis.com/locations/global/workforcePools/pool/providers/p',
    client_id: 'id',
    client_secret: 'secret-of-gcloud',
    refresh_token: 'refresh-1',
    token_url: 'https://sts.googleapis.com/v1/oauthtoken',
  }

  it('gets tokens for the refresh token, and for the one that the server gives in its place', async () => {
    const { open: authorize, calls } = await google((call) => ({
      body: { access_token: `token-for-${formOf(call)['refresh_token']}`, expires_in: 3600, refresh_token: 'refresh-2' },
    }))
    const clock = { time: Date.now() }
    const authorizer = authorize(user, {}, clock)
    expect(await tokenOf(authorizer)).toBe('Bearer token-for-refresh-1')
    clock.time += 3_700_000
    expect(await tokenOf(authorizer)).toBe('Bearer token-for-refresh-2')
    expect(calls.map(({ path, headers }) => [path, headers.authorization])).toEqual(
      calls.map(() => ['/v1/oauthtoken', `Basic ${Buffer.from('id:secret-of-gcloud').toString('base64')}`]),
    )
    expect(formOf(calls[0])).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh-1' })
    expect(authorizer.secrets()).toEqual(expect.arrayContaining(['secret-of-gcloud', 'refresh-2', 'token-for-refresh-2']))
  })

  it('sends what the library of Google sends', async () => {
    const { open: authorize, calls, url } = await google(() => ({ body: { access_token: 't', expires_in: 3600 } }))
    await tokenOf(authorize(user))
    const theirs = new ExternalAccountAuthorizedUserClient({
      ...user,
      type: 'external_account_authorized_user',
      token_url: `${url}/v1/oauthtoken`,
      token_info_url: '',
    })
    expect((await theirs.getAccessToken()).token).toBe('t')
    const [own, other] = calls
    expect([formOf(own), own?.headers.authorization, own?.path]).toEqual([formOf(other), other?.headers.authorization, other?.path])
  })
})

describe('the project that pays', () => {
  const user = { type: 'authorized_user', client_id: 'id', client_secret: 's', refresh_token: 'r', quota_project_id: 'of-the-file' }

  it.each([
    ['the file', {}, undefined, 'of-the-file'],
    ['the environment', { GOOGLE_CLOUD_QUOTA_PROJECT: 'of-the-environment' }, undefined, 'of-the-environment'],
    ['the channel', { GOOGLE_CLOUD_QUOTA_PROJECT: 'of-the-environment' }, 'of-the-channel', 'of-the-channel'],
  ])('is that of %s', async (_, environment, quotaProject, project) => {
    const { url } = await serve(() => ({ body: { access_token: 't', expires_in: 3600 } }))
    const file = fileOf({ ...user, token_uri: url })
    const authorizer = open({ type: 'google', file, ...(quotaProject !== undefined && { quotaProject }) }, environment)
    expect(await authorizer.authorize(ask)).toEqual({ authorization: 'Bearer t', 'x-goog-user-project': project })
  })
})

describe('a file is refused at the start', () => {
  const file = { file: '/run/token' }

  it.each([
    [
      'a token server elsewhere',
      { token_url: 'https://sts.example.com/v1/token' },
      'its token_url is no address of the token service of Google',
    ],
    ['a token server that only looks like one', { token_url: 'https://sts.googleapis.com.example.com/' }, 'its token_url is no address'],
    ['a token server behind a user name', { token_url: 'https://sts.googleapis.com@example.com/' }, 'its token_url is no address'],
    ['a token server without TLS', { token_url: 'http://sts.googleapis.com/v1/token' }, 'its token_url is no address'],
    ['another service of Google', { token_url: 'https://storage.googleapis.com/bucket' }, 'its token_url is no address'],
    [
      'a service of accounts elsewhere',
      { service_account_impersonation_url: 'https://iamcredentials.example.com/v1/x' },
      'its service_account_impersonation_url is no address of the service of Google for service accounts',
    ],
    ['a program', { credential_source: { executable: { command: 'token' } } }, 'is an executable, which is not run'],
    [
      'a certificate',
      { credential_source: { certificate: { use_default_certificate_config: true } } },
      'is a certificate, which is not supported',
    ],
    ['no source', { credential_source: {} }, 'has no file or url'],
    ['two sources', { credential_source: { ...file, url: 'https://x' } }, 'or has both'],
    ['a source that is no address', { credential_source: { url: 'file:///etc/passwd' } }, 'its credential_source.url is no address'],
    ['JSON without a field', { credential_source: { ...file, format: { type: 'json' } } }, 'has no subject_token_field_name'],
    [
      'another format',
      { credential_source: { ...file, format: { type: 'xml' } } },
      'its credential_source.format.type is none of text, json',
    ],
    ['another version of AWS', { credential_source: { environment_id: 'aws2' } }, 'environment_id is not aws1'],
    [
      'a metadata server elsewhere',
      { credential_source: { environment_id: 'aws1', url: 'http://203.0.113.7/keys' } },
      'its credential_source.url is no address of the metadata server of AWS',
    ],
  ])('with %s', (_, part, message) => {
    const path = fileOf({ ...external, credential_source: file, ...part })
    expect(() => open({ type: 'google', file: path }, {})).toThrow(message)
  })

  it.each([
    ['a region', 'https://sts.us-east1.rep.googleapis.com/v1/token'],
    ['mutual TLS', 'https://sts.mtls.googleapis.com/v1/token'],
    ['a private endpoint', 'https://sts-mine.p.googleapis.com/v1/token'],
  ])('but not with a token server of %s', (_, url) => {
    const path = fileOf({ ...external, credential_source: file, token_url: url })
    expect(() => open({ type: 'google', file: path }, {})).not.toThrow()
  })
})
