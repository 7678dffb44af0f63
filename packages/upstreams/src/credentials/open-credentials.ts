import type { OpenAuthorizer } from '@interlingua/core/edge'
import type { CredentialContext } from './credential-context.ts'
import type { CredentialOptions } from './credential-options.ts'
import { openAwsSigner } from './open-aws-signer.ts'
import { openGoogleTokens } from './open-google-tokens.ts'

/** Opens the authorizer of a channel by its `credentials`. Nothing is fetched before the first call. Throws a `ConfigError`. */
export function openCredentials(options: CredentialOptions, context: CredentialContext): OpenAuthorizer {
  return options.type === 'aws' ? openAwsSigner(options, context) : openGoogleTokens(options, context)
}
