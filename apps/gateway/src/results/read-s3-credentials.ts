import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import type { S3Config } from '../config/results-schema.ts'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The credentials that the configuration names; `undefined` where it names none. Throws `ConfigError`. */
export function readS3Credentials(s3: S3Config): S3Credentials | undefined {
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
