import { type AwsKeys, readAwsKeys, readKeys } from './aws-keys.ts'
import { type CredentialContext, readObject } from './credential-context.ts'
import type { FetchSubject } from './google-token.ts'
import { awsMetadataUrl } from './google-urls.ts'

interface Urls {
  readonly region?: string | undefined
  /** Address of the roles, without a slash at its end. */
  readonly keys?: string | undefined
  readonly session?: string | undefined
}

/**
 * Gets the proof of a role of AWS that Google takes for a token: a signed call of GetCallerIdentity, which Google makes in our place. Throws for a
 * version that is not known.
 * https://cloud.google.com/iam/docs/workload-identity-federation-with-other-clouds#aws
 */
export function openAwsSubject(source: Readonly<Record<string, unknown>>, audience: string): FetchSubject {
  const version = source['environment_id']
  if (version !== 'aws1') throw new Error('its credential_source.environment_id is not aws1, the only version that is known')
  const verification = source['regional_cred_verification_url'] ?? verificationUrl
  if (typeof verification !== 'string' || !verification.startsWith('https://sts.'))
    throw new Error('its credential_source.regional_cred_verification_url is no address of the token service of AWS')
  const urls: Urls = {
    region: addressOf(source, 'region_url'),
    keys: addressOf(source, 'url')?.replace(/\/$/, ''),
    session: addressOf(source, 'imdsv2_session_token_url'),
  }
  return async (context) => {
    const region = await readRegion(urls, context)
    const keys = await readRoleKeys(urls, context)
    return proofOf(verification.replace('{region}', region), region, audience, keys, context)
  }
}

const verificationUrl = 'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15'

function addressOf(source: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = source[name]
  return value === undefined ? undefined : awsMetadataUrl(String(value), `credential_source.${name}`)
}

async function readRegion({ region: url, session }: Urls, context: CredentialContext): Promise<string> {
  const { AWS_REGION: region, AWS_DEFAULT_REGION: fallback } = context.environment
  if (region || fallback) return region || fallback || ''
  if (url === undefined) throw new Error('neither AWS_REGION nor a region_url of the credential_source names the region of AWS')
  // A zone is a region with a letter.
  return (await readMetadata(url, session, context)).trim().replace(/[a-z]$/, '')
}

/** Keys of the environment, else of the instance's role; without an address of it, those of any other source. */
async function readRoleKeys({ keys: url, session }: Urls, context: CredentialContext): Promise<AwsKeys> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = context.environment
  if (url === undefined || (id && secret)) return readAwsKeys({ type: 'aws' }, context)
  const role = (await readMetadata(url, session, context)).split('\n', 1)[0]?.trim() ?? ''
  const body = await readMetadata(`${url}/${encodeURIComponent(role)}`, session, context)
  return readKeys(readObject({ status: 200, body }, server), `the answer of ${server}`, 'Token')
}

const server = 'the metadata server of AWS'

async function readMetadata(url: string, session: string | undefined, { fetchLocal }: CredentialContext): Promise<string> {
  const headers: Record<string, string> = {}
  if (session !== undefined) {
    const ttl = { 'x-aws-ec2-metadata-token-ttl-seconds': '300' }
    const given = await fetchLocal({ method: 'PUT', url: session, headers: ttl })
    if (given.status !== 200) throw new Error(`${server} gave no token (status ${given.status})`)
    headers['x-aws-ec2-metadata-token'] = given.body.trim()
  }
  const { status, body } = await fetchLocal({ method: 'GET', url, headers })
  if (status !== 200) throw new Error(`${server} answered with the status ${status}`)
  return body
}

async function proofOf(
  url: string,
  region: string,
  audience: string,
  keys: AwsKeys,
  { now }: Pick<CredentialContext, 'now'>,
): Promise<string> {
  const { AwsV4Signer } = await import('aws4fetch')
  const datetime = new Date(now()).toISOString().replaceAll(/[:-]|\.\d+/g, '')
  // The signature covers the audience, so that no other pool takes it.
  const headers = { 'x-goog-cloud-target-resource': audience }
  const signed = await new AwsV4Signer({ ...keys, region, service: 'sts', method: 'POST', url, headers, datetime }).sign()
  const all = [['host', new URL(url).host] as const, ...signed.headers]
  return encodeURIComponent(JSON.stringify({ url, method: 'POST', headers: all.map(([key, value]) => ({ key, value })) }))
}
