import * as z from 'zod'

const name = z.string().min(1)

/** A bucket of an S3-compatible storage. Without credentials here, those that the environment or the machine has, as AWS's own tools find them. */
const s3Schema = z
  .strictObject({
    bucket: name,
    /** Where it is not AWS: `https://…`. */
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    region: name.optional(),
    /** Put before the names of all objects. */
    prefix: z
      .string()
      .regex(/^[\w./-]*$/, 'letters, digits, ".", "_", "-" and "/" only')
      .optional(),
    /** True: the bucket stands in the path, not in the host's name, as most servers beside AWS want it. */
    forcePathStyle: z.boolean().optional(),
    accessKeyIdEnv: name.optional(),
    accessKeyIdFile: name.optional(),
    secretAccessKeyEnv: name.optional(),
    secretAccessKeyFile: name.optional(),
  })
  .refine(
    ({ accessKeyIdEnv, accessKeyIdFile, secretAccessKeyEnv, secretAccessKeyFile }) =>
      [accessKeyIdEnv, accessKeyIdFile].filter(Boolean).length <= 1 &&
      [accessKeyIdEnv, accessKeyIdFile].filter(Boolean).length === [secretAccessKeyEnv, secretAccessKeyFile].filter(Boolean).length,
    'accessKeyId and secretAccessKey are given together, each as …Env or as …File',
  )

/** Made images and videos of which clients want the address, where the upstream gives bytes. */
export const resultsSchema = z
  .strictObject({
    storage: z.enum(['disk', 's3']).optional(),
    /** Seconds for which an address holds. */
    lifetime: z.int().min(1).max(31_536_000).optional(),
    /** The address of this gateway as clients know it; without it the one that they called. */
    publicUrl: z
      .url({ protocol: /^https?$/ })
      .refine((text) => {
        const url = URL.parse(text)
        return url === null || url.search + url.hash + url.username + url.password === ''
      }, 'an address without a query, a fragment and credentials')
      .optional(),
    /** True: a proxy before the gateway sets x-forwarded-host and x-forwarded-proto, and nobody else can. */
    trustProxy: z.boolean().optional(),
    /** Largest result, in bytes. */
    bytes: z.int().positive().optional(),
    /** Where they are on disk; without it the folder `results` in that of the state. */
    folder: name.optional(),
    /** True: the folder is the same for all gateways, on a file system that they share. */
    shared: z.boolean().optional(),
    s3: s3Schema.optional(),
  })
  .refine(({ storage, s3 }) => storage !== 's3' || s3 !== undefined, { path: ['s3'], message: 'storage: s3 needs the bucket here' })

export type ResultsConfig = z.infer<typeof resultsSchema>
export type S3Config = z.infer<typeof s3Schema>
