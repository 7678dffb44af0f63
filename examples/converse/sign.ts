import { readSettings } from '@interlingua/adapter-kit'
import type { JsonObject } from '@interlingua/core'
import type { AuthorizerOptions, OpenAuthorizer } from '@interlingua/core/edge'
import { AwsV4Signer } from 'aws4fetch'
import * as z from 'zod'

export function readDialect(settings: JsonObject): { readonly region: string } {
  return readSettings('converse', z.looseObject({ region: z.string() }), settings)
}

/** Signature Version 4. The key of the channel is `ACCESSKEYID:SECRET`, and `:TOKEN` behind it where there is one. */
export function openSigner({ key = '', settings, now }: AuthorizerOptions): OpenAuthorizer {
  const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = key.split(':')
  if (accessKeyId === '' || secretAccessKey === '') throw new TypeError('an apiKey ACCESSKEYID:SECRET is wanted')
  const account = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== '' && { sessionToken }),
    ...readDialect(settings),
    service: 'bedrock',
  }
  return {
    async authorize({ method, url, headers, body }) {
      const datetime = new Date(now()).toISOString().replaceAll(/[:-]|\.\d+/g, '')
      const content = body === undefined ? {} : { body: body as string } // bytes are hashed as well
      const signed = await new AwsV4Signer({ ...account, method, url, headers: { ...headers }, ...content, datetime }).sign()
      return Object.fromEntries(signed.headers)
    },
    secrets: () => [secretAccessKey, sessionToken].filter((secret) => secret !== ''),
  }
}
