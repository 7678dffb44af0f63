/** Places from which keys of AWS are read. */
export type AwsSource = 'environment' | 'profile' | 'web-identity' | 'container' | 'instance'

/** Keys of AWS, by which calls are signed (Signature Version 4). Keys given here win over all sources. */
export interface AwsCredentialOptions {
  readonly type: 'aws'
  /** Region whose service is called, such as `eu-central-1`. Default: that of the environment (`AWS_REGION`), or of the profile. */
  readonly region?: string | undefined
  /** Name of the service in signatures. Default `bedrock`. */
  readonly service?: string | undefined
  readonly accessKeyIdEnv?: string | undefined
  readonly accessKeyIdFile?: string | undefined
  readonly secretAccessKeyEnv?: string | undefined
  readonly secretAccessKeyFile?: string | undefined
  readonly sessionTokenEnv?: string | undefined
  readonly sessionTokenFile?: string | undefined
  /** Profile in the files of the AWS command line. Default: that of the environment (`AWS_PROFILE`), else `default`. */
  readonly profile?: string | undefined
  /** Only place to look at. Default: each, in the order of `AwsSource`, until one has keys. */
  readonly source?: AwsSource | undefined
}

/** Places from which Google's access tokens come. */
export type GoogleSource = 'file' | 'metadata'

/** Access tokens of Google Cloud, which are sent as bearer tokens. */
export interface GoogleCredentialOptions {
  readonly type: 'google'
  /**
   * File with the credentials of a service account, of a user (`gcloud auth application-default login`), of a workload outside Google Cloud
   * (`external_account`), or of an account that acts as a service account. Default: that of `GOOGLE_APPLICATION_CREDENTIALS`, else gcloud's own.
   */
  readonly file?: string | undefined
  /** Only place to look at. Default: the file if there is one, else the metadata server. */
  readonly source?: GoogleSource | undefined
  /** Default `https://www.googleapis.com/auth/cloud-platform`. */
  readonly scope?: string | undefined
  /** Project that pays. Absent: the one of `GOOGLE_CLOUD_QUOTA_PROJECT`, or the one in the file. */
  readonly quotaProject?: string | undefined
}

/** Credentials that are signed with or renewed, in place of a key. */
export type CredentialOptions = AwsCredentialOptions | GoogleCredentialOptions
