import type { OpenAuthorizer } from '@interlingua/core/edge'
import { ConfigError } from '@interlingua/gateway-kernel'
import { readSecretFile, readSecretVariable } from '../secrets.ts'
import { type AwsKeys, profileName, readAwsKeys } from './aws-keys.ts'
import type { CredentialContext } from './credential-context.ts'
import type { AwsCredentialOptions } from './credential-options.ts'
import { createRenewal } from './create-renewal.ts'
import { readProfile } from './read-profiles.ts'

/** Opens the signer of a channel's calls, by Signature Version 4. Throws a `ConfigError`. */
export function openAwsSigner(options: AwsCredentialOptions, context: CredentialContext): OpenAuthorizer {
  const { channel, now } = context
  const { service = 'bedrock' } = options
  const region = options.region ?? regionOf(options, context)
  if (region === undefined)
    throw new ConfigError(`channel ${channel}: credentials.region is missing, and neither AWS_REGION nor the profile has one`)
  const given = readGivenKeys(options, channel)
  const renewal = createRenewal<AwsKeys>(() => (given ? Promise.resolve(given) : readAwsKeys(options, context)), now)
  const used = new WeakMap<object, AwsKeys>()
  /** Milliseconds that the server's clock is before ours. */
  let ahead = 0
  const state: { secrets: readonly string[]; of: AwsKeys | undefined } = { secrets: given ? secretsOf(given) : [], of: given }
  return {
    async authorize({ method, url, headers, body }) {
      const [keys, { AwsV4Signer }] = await Promise.all([renewal.get(), import('aws4fetch')])
      const datetime = new Date(now() + ahead).toISOString().replaceAll(/[:-]|\.\d+/g, '')
      const signer = new AwsV4Signer({
        ...keys,
        region,
        service,
        method,
        url,
        headers: { ...headers },
        ...(body !== undefined && { body: body as string }), // bytes are hashed as well, which the library's types leave out
        datetime,
      })
      const proof = Object.fromEntries((await signer.sign()).headers)
      used.set(proof, keys)
      return proof
    },
    refused: (proof) => renewal.drop(used.get(proof)),
    skewed(serverTime) {
      const before = serverTime - now()
      if (Math.abs(before - ahead) < mostSkew) return false
      ahead = before
      return true
    },
    secrets() {
      const { last } = renewal
      if (last !== undefined && last !== state.of) {
        state.of = last
        state.secrets = secretsOf(last)
      }
      return state.secrets
    },
  }
}

/** Milliseconds of difference that AWS surely takes: five minutes, less what a call needs. */
const mostSkew = 4 * 60_000

function secretsOf({ secretAccessKey, sessionToken }: AwsKeys): readonly string[] {
  return sessionToken === undefined ? [secretAccessKey] : [secretAccessKey, sessionToken]
}

function regionOf(options: AwsCredentialOptions, context: CredentialContext): string | undefined {
  const { AWS_REGION: region, AWS_DEFAULT_REGION: fallback } = context.environment
  return region || fallback || readProfile(profileName(options, context), context.environment)?.['region']
}

/** Keys that the configuration itself names; undefined if it names none. Throws a `ConfigError`. */
function readGivenKeys(options: AwsCredentialOptions, channel: string): AwsKeys | undefined {
  const read = (variable: string | undefined, file: string | undefined, key: string): string | undefined => {
    if (variable !== undefined) return readSecretVariable(channel, variable, `credentials.${key}Env`)
    return file === undefined ? undefined : readSecretFile(channel, file, `credentials.${key}File`)
  }
  const accessKeyId = read(options.accessKeyIdEnv, options.accessKeyIdFile, 'accessKeyId')
  const secretAccessKey = read(options.secretAccessKeyEnv, options.secretAccessKeyFile, 'secretAccessKey')
  const sessionToken = read(options.sessionTokenEnv, options.sessionTokenFile, 'sessionToken')
  if (accessKeyId === undefined && secretAccessKey === undefined && sessionToken === undefined) return undefined
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(`channel ${channel}: credentials need an accessKeyId and a secretAccessKey, or neither`)
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
}
