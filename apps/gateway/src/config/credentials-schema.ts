import * as z from 'zod'

const name = z.string().min(1)

const awsSchema = z
  .strictObject({
    type: z.literal('aws'),
    /** Region whose service is called. Default: `AWS_REGION`, or that of the profile. */
    region: z
      .string()
      .regex(/^[a-z]{2}(?:-[a-z]+)+-\d+$/, 'a region such as eu-central-1')
      .optional(),
    /** Name of the service in signatures. Default `bedrock`. */
    service: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'the name of a service such as bedrock')
      .optional(),
    accessKeyIdEnv: name.optional(),
    accessKeyIdFile: name.optional(),
    secretAccessKeyEnv: name.optional(),
    secretAccessKeyFile: name.optional(),
    sessionTokenEnv: name.optional(),
    sessionTokenFile: name.optional(),
    /** Profile in the files of the AWS command line. */
    profile: name.optional(),
    /** Only place to look for keys. Default: each in this order. */
    source: z.enum(['environment', 'profile', 'web-identity', 'container', 'instance']).optional(),
  })
  .refine(({ accessKeyIdEnv, accessKeyIdFile }) => accessKeyIdEnv === undefined || accessKeyIdFile === undefined, {
    path: ['accessKeyIdEnv'],
    message: 'only one of accessKeyIdEnv and accessKeyIdFile may be given',
  })
  .refine(({ secretAccessKeyEnv, secretAccessKeyFile }) => secretAccessKeyEnv === undefined || secretAccessKeyFile === undefined, {
    path: ['secretAccessKeyEnv'],
    message: 'only one of secretAccessKeyEnv and secretAccessKeyFile may be given',
  })
  .refine(
    (keys) =>
      (keys.accessKeyIdEnv ?? keys.accessKeyIdFile) === undefined || (keys.secretAccessKeyEnv ?? keys.secretAccessKeyFile) !== undefined,
    { path: ['secretAccessKeyEnv'], message: 'is missing: an access key has an id and a secret' },
  )

const googleSchema = z.strictObject({
  type: z.literal('google'),
  /** File with credentials of a service account, a user, an external account or an impersonated one. Default: `GOOGLE_APPLICATION_CREDENTIALS`, else the one of gcloud. */
  file: name.optional(),
  /** Only place to look for credentials. Default: the file if there is one, else the metadata server. */
  source: z.enum(['file', 'metadata']).optional(),
  /** Default `https://www.googleapis.com/auth/cloud-platform`. */
  scope: name.optional(),
  /** Project that pays, where it is not that of the credentials. */
  quotaProject: name.optional(),
})

/** Credentials that calls are signed with (AWS), or tokens that are renewed (Google), in place of a key. */
export const credentialsSchema = z.discriminatedUnion('type', [awsSchema, googleSchema])
