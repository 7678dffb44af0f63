import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type CredentialContext, parseObject, readObject, textOf } from './credential-context.ts'
import type { AwsCredentialOptions, AwsSource } from './credential-options.ts'
import type { Renewable } from './create-renewal.ts'
import { type Profile, readProfile } from './read-profiles.ts'

/** Keys of AWS. */
export interface AwsKeys extends Renewable {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Reads keys; `undefined` if the place has none. Rejects if it should have some, and they cannot be had. */
type ReadKeys = (options: AwsCredentialOptions, context: CredentialContext) => Promise<AwsKeys | undefined>

/** Sources in their order. https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html */
const sources: Readonly<Record<AwsSource, ReadKeys>> = {
  environment: async (_options, { environment }) => readEnvironment(environment),
  profile: readProfileKeys,
  'web-identity': async (_options, context) => {
    const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role, AWS_ROLE_SESSION_NAME: session } = context.environment
    return file && role ? assumeRole({ file, role, session }, context) : undefined
  },
  container: readContainer,
  instance: readInstance,
}

/** Reads keys from the first place that has some. */
export async function readAwsKeys(options: AwsCredentialOptions, context: CredentialContext): Promise<AwsKeys> {
  const asked = options.source ?? (options.profile === undefined ? undefined : 'profile')
  if (asked !== undefined) {
    const keys = await sources[asked](options, context)
    if (keys === undefined) throw new Error(`the source ${asked} has no keys of AWS`)
    return keys
  }
  for (const read of Object.values(sources)) {
    const keys = await read(options, context)
    if (keys !== undefined) return keys
  }
  throw new Error('no source has keys of AWS')
}

/** Name of the profile to read. */
export function profileName({ profile }: AwsCredentialOptions, { environment }: Pick<CredentialContext, 'environment'>): string {
  return profile ?? (environment['AWS_PROFILE'] || 'default')
}

function readEnvironment(environment: CredentialContext['environment']): AwsKeys | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined
}

async function readProfileKeys(options: AwsCredentialOptions, context: CredentialContext): Promise<AwsKeys | undefined> {
  const name = profileName(options, context)
  const profile = readProfile(name, context.environment)
  if (profile === undefined) return undefined
  const keys = keysOf(profile)
  if (keys) return keys
  const { credential_process: command, web_identity_token_file: file, role_arn: role, role_session_name: session } = profile
  if (command) return runProcess(command)
  if (file && role) return assumeRole({ file, role, session }, context)
  if (Object.keys(profile).some((key) => key.startsWith('sso_')) || role)
    throw new Error(
      `the profile ${name} needs the AWS command line: give it credential_process = aws configure export-credentials --profile ${name} --format process, in a profile of its own`,
    )
  return undefined
}

function keysOf({
  aws_access_key_id: accessKeyId,
  aws_secret_access_key: secretAccessKey,
  aws_session_token: sessionToken,
}: Profile): AwsKeys | undefined {
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : undefined
}

const run = promisify(execFile)
const processTimeoutMs = 30_000

/** Runs the command of a profile. https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html */
async function runProcess(command: string): Promise<AwsKeys> {
  const [file = '', ...parts] = (command.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll('"', ''))
  let output: string
  try {
    output = (await run(file, parts, { timeout: processTimeoutMs, windowsHide: true })).stdout
  } catch {
    // The error quotes the output, which may hold keys.
    throw new Error('the credential_process of the profile failed')
  }
  const answer = parseObject(output, 'the output of credential_process')
  if (answer['Version'] !== 1) throw new Error('the output of credential_process has no Version 1')
  return readKeys(answer, 'the output of credential_process', 'SessionToken')
}

/** Reads keys in the answer of a server or a program. */
export function readKeys(answer: Readonly<Record<string, unknown>>, what: string, token: 'Token' | 'SessionToken'): AwsKeys {
  const sessionToken = answer[token]
  const expiresAt = Date.parse(String(answer['Expiration']))
  return {
    accessKeyId: textOf(answer, 'AccessKeyId', what),
    secretAccessKey: textOf(answer, 'SecretAccessKey', what),
    ...(typeof sessionToken === 'string' && { sessionToken }),
    ...(!Number.isNaN(expiresAt) && { expiresAt }),
  }
}

interface Role {
  /** File with the token that the role is given for. */
  readonly file: string
  readonly role: string
  readonly session: string | undefined
}

/** Gets keys of a role for a token of a cluster. https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html */
async function assumeRole({ file, role, session }: Role, { environment, fetch }: CredentialContext): Promise<AwsKeys> {
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  const query = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: session || 'interlingua',
    WebIdentityToken: readFileSync(file, 'utf8').trim(),
  })
  const server = environment['AWS_ENDPOINT_URL_STS'] ?? `https://sts.${region}.amazonaws.com`
  const { status, body } = await fetch({
    method: 'POST',
    url: `${server.replace(/\/$/, '')}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: query.toString(),
  })
  if (status !== 200) throw new Error(`the token service of AWS answered with the status ${status}`)
  const member = (name: string): string => {
    const text = new RegExp(`<${name}>([^<]+)</${name}>|"${name}" *: *"?([^",}]+)`).exec(body)
    const value = text?.[1] ?? text?.[2]
    if (value === undefined) throw new Error(`the answer of the token service of AWS has no ${name}`)
    return value.trim()
  }
  const expiration = member('Expiration')
  // In JSON it is in seconds.
  const expiresAt = /^[\d.E]+$/.test(expiration) ? Number(expiration) * 1000 : Date.parse(expiration)
  return {
    accessKeyId: member('AccessKeyId'),
    secretAccessKey: member('SecretAccessKey'),
    sessionToken: member('SessionToken'),
    expiresAt,
  }
}

/** Hosts that a container may be sent to by plain HTTP. */
const containerHosts: ReadonlySet<string> = new Set([
  '169.254.170.2',
  '169.254.170.23',
  '[fd00:ec2::23]',
  'localhost',
  '127.0.0.1',
  '[::1]',
])

/** Reads keys of a container's role (ECS, EKS Pod Identity). https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
async function readContainer(_options: AwsCredentialOptions, { environment, fetchLocal }: CredentialContext): Promise<AwsKeys | undefined> {
  const relative = environment['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
  const url = relative ? `http://169.254.170.2${relative}` : environment['AWS_CONTAINER_CREDENTIALS_FULL_URI']
  if (!url) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !containerHosts.has(hostname))
    throw new Error(`the address of AWS_CONTAINER_CREDENTIALS_FULL_URI (${hostname}) is none of a container's host`)
  const file = environment['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE']
  const token = file ? readFileSync(file, 'utf8').trim() : environment['AWS_CONTAINER_AUTHORIZATION_TOKEN']
  const server = "the container's server of credentials"
  const answer = await fetchLocal({ method: 'GET', url, headers: token ? { authorization: token } : {} })
  return readKeys(readObject(answer, server), `the answer of ${server}`, 'Token')
}

/** Reads keys of the role of an EC2 instance (IMDSv2). https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html */
async function readInstance(_options: AwsCredentialOptions, { environment, fetchLocal }: CredentialContext): Promise<AwsKeys | undefined> {
  if (environment['AWS_EC2_METADATA_DISABLED']?.toLowerCase() === 'true') return undefined
  const base = (environment['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || 'http://169.254.169.254').replace(/\/$/, '')
  const server = 'the metadata server of the instance'
  const given = await fetchLocal({
    method: 'PUT',
    url: `${base}/latest/api/token`,
    headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' },
  })
  if (given.status !== 200) throw new Error(`${server} gave no token (status ${given.status})`)
  const headers = { 'x-aws-ec2-metadata-token': given.body.trim() }
  const roles = `${base}/latest/meta-data/iam/security-credentials/`
  const listed = await fetchLocal({ method: 'GET', url: roles, headers })
  if (listed.status === 404) return undefined
  if (listed.status !== 200) throw new Error(`${server} answered with the status ${listed.status}`)
  const role = listed.body.split('\n', 1)[0]?.trim() ?? ''
  const answer = await fetchLocal({ method: 'GET', url: `${roles}${encodeURIComponent(role)}`, headers })
  return readKeys(readObject(answer, server), `the answer of ${server}`, 'Token')
}
