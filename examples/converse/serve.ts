// Serves this Converse in place of the gateway's own, beside its other formats, with Bedrock as the upstream of models whose id has a dot (`amazon.nova-pro-v1:0`):
//   AWS_REGION=us-east-1 AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… node examples/converse/serve.ts
import { createGateway, formats } from '@interlingua/gateway'
import { converse } from './src/edge.ts'

const { AWS_REGION: region = 'us-east-1', INTERLINGUA_API_KEY, PORT = '8787', ...env } = process.env
const baseUrl = env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] ?? `https://bedrock-runtime.${region}.amazonaws.com`
const account = `${env['AWS_ACCESS_KEY_ID']}:${env['AWS_SECRET_ACCESS_KEY']}`
const bedrock = { name: 'bedrock', format: 'converse', baseUrl, apiKey: account, dialect: { region }, models: ['*.*'] }
const key = INTERLINGUA_API_KEY === undefined ? {} : { apiKey: INTERLINGUA_API_KEY }

/** A list may have a format once. */
export const served = [...formats.filter(({ adapter }) => adapter.format !== converse.adapter.format), converse]
export const gateway = createGateway({ channels: [bedrock], demo: true, port: Number(PORT), ...key }, { formats: served })
export const { url, keys } = await gateway.listen()
console.log(`${url}/model/{model}/converse`, keys.made === undefined ? '' : `with the key ${keys.made}`)
