import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import type { GatewayConfig } from '../config/gateway-config.ts'
import type { S3Config } from '../config/results-schema.ts'

/** How results are kept, and named to clients. */
export interface ResultsSettings {
  /** Absent: a temporary folder, gone with the gateway. */
  readonly folder?: string
  readonly s3?: S3Settings
  /** Seconds. */
  readonly lifetime: number
  /** Without a slash at its end. */
  readonly publicUrl?: string
  readonly trustProxy: boolean
  readonly bytes: number
  /** Several gateways may be on this store, and each has results that the others do not see. */
  readonly divided: boolean
}

export interface S3Settings extends Pick<S3Config, 'bucket' | 'endpoint' | 'region' | 'prefix' | 'forcePathStyle'> {
  /** Absent: those that the environment or the machine has. */
  readonly credentials?: S3Credentials
}

const day = 86_400
const defaultBytes = 512 * 1024 * 1024

/** Reads the secrets, too. Throws `ConfigError`. */
export function resultsSettings({
  results = {},
  data,
  databaseUrl,
}: Pick<GatewayConfig, 'results' | 'data' | 'databaseUrl'>): ResultsSettings {
  const { storage = 'disk', lifetime = day, publicUrl, trustProxy = false, bytes = defaultBytes, shared = false } = results
  const folder = results.folder ?? (data === undefined ? undefined : join(data, 'results'))
  const common = {
    lifetime,
    trustProxy,
    bytes,
    ...(publicUrl !== undefined && { publicUrl: publicUrl.replace(/\/+$/, '') }),
    divided: storage === 'disk' && databaseUrl !== undefined && !shared,
  }
  if (storage === 's3' && results.s3) {
    const { bucket, endpoint, region, prefix, forcePathStyle } = results.s3
    const credentials = readS3Credentials(results.s3)
    return {
      ...common,
      s3: {
        bucket,
        ...(endpoint !== undefined && { endpoint }),
        ...(region !== undefined && { region }),
        ...(prefix !== undefined && { prefix }),
        ...(forcePathStyle !== undefined && { forcePathStyle }),
        ...(credentials && { credentials }),
      },
    }
  }
  return folder === undefined ? common : { ...common, folder }
}

interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The credentials that the configuration names; `undefined` where it names none. Throws `ConfigError`. */
function readS3Credentials(s3: S3Config): S3Credentials | undefined {
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
