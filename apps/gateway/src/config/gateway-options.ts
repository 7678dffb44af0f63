import { createDiskStorage, type ResultsOptions } from '@interlingua/tasks'
import type { S3Options } from '@interlingua/tasks/s3'
import { ConfigError } from '@interlingua/gateway-kernel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GatewaySettings } from '@interlingua/server'
import { createCatalogueFinder, createPriceFinder } from '../catalogue/catalogue.ts'
import type { GatewayConfig } from './config-schema.ts'
import type { S3Config } from './service-schema.ts'

/** Settings of the library by a configuration. `report`: receives a problem that leaves prices unknown. */
export function gatewaySettings(config: GatewayConfig, report: (problem: string) => void): GatewaySettings {
  const { limits, media, usage, responses, catalogue = true, channels, dataDir } = config
  const find = catalogue ? createCatalogueFinder(channels, dataDir, report) : undefined
  return { upstreams: { ...config, factsOf: find }, limits, media, prices: pricesOf(config, find), usage, responses }
}

/** Prices of the file, and for other models those of the catalogue, which is in dollars. */
function pricesOf({ prices }: GatewayConfig, find: ReturnType<typeof createCatalogueFinder> | undefined): GatewaySettings['prices'] {
  if (find === undefined || (prices?.currency ?? 'USD') !== 'USD') return prices
  return {
    models: [],
    ...prices,
    fallback: createPriceFinder(find),
  }
}

/** Warning for operators whose configuration may serve several gateways. */
export const dividedResults =
  'results are on the disk of one gateway, and the state is for several: an address of one would not work at another. Several gateways need results.storage: s3, or a folder that they share and results.shared: true'

/** Part of a configuration that is about results. */
type ResultsPart = Pick<GatewayConfig, 'results' | 'dataDir' | 'databaseUrl'>

/** True if several gateways may share the store, but not the results. */
export function dividesResults({ results = {}, databaseUrl }: ResultsPart): boolean {
  return (results.storage ?? 'disk') === 'disk' && databaseUrl !== undefined && results.shared !== true
}

/** Options of the results, with the secrets of their storage. Throws a `ConfigError`. */
export function resultsOptions(config: ResultsPart): ResultsOptions {
  const { retention, publicUrl, trustProxy, bytes } = config.results ?? {}
  const openStorage = storageOf(config)
  return { retention, publicUrl, trustProxy, bytes, ...(openStorage && { openStorage }) }
}

function storageOf(config: ResultsPart): ResultsOptions['openStorage'] {
  const bucket = bucketOf(config)
  // The client of S3 is loaded only where S3 is configured.
  if (bucket) return async () => (await import('@interlingua/tasks/s3')).createS3Storage(bucket)
  const folder = config.results?.folder ?? (config.dataDir === undefined ? undefined : join(config.dataDir, 'results'))
  return folder === undefined ? undefined : () => createDiskStorage(folder)
}

/** Bucket of the results, with its credentials; undefined where results are on disk. Throws a `ConfigError`. */
export function bucketOf({ results = {} }: ResultsPart): S3Options | undefined {
  if (results.storage !== 's3' || results.s3 === undefined) return undefined
  const { bucket, endpoint, region, prefix, forcePathStyle } = results.s3
  const credentials = readS3Credentials(results.s3)
  return { bucket, endpoint, region, prefix, forcePathStyle, ...(credentials && { credentials }) }
}

/** Credentials that the configuration names; undefined if it names none. Throws a `ConfigError`. */
function readS3Credentials(s3: S3Config): S3Options['credentials'] {
  const accessKeyId = read(s3.accessKeyIdEnv, s3.accessKeyIdFile, 'accessKeyId')
  const secretAccessKey = read(s3.secretAccessKeyEnv, s3.secretAccessKeyFile, 'secretAccessKey')
  return accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey }
}

function read(variable: string | undefined, file: string | undefined, key: string): string | undefined {
  if (variable !== undefined) {
    const value = process.env[variable]
    if (!value) throw new ConfigError(`results: the environment variable ${variable} (${key}Env) is not set`)
    return value
  }
  return file === undefined ? undefined : readFile(file, key)
}

function readFile(file: string, key: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`results: the file ${file} (${key}File) cannot be read`, { cause: error })
  }
  if (text === '') throw new ConfigError(`results: the file ${file} (${key}File) is empty`)
  return text
}
