/**
 * Role of a signed-in person. `operator` may see and change everything, `viewer` sees numbers and no content, `user` sees what belongs to the
 * key that signed in.
 */
export type Role = 'operator' | 'viewer' | 'user'

/** Body of `POST /admin/api/login`: a key, or the secret of a one-time link. */
export type LoginRequest = { readonly key: string } | { readonly link: string }

/** Answer to a sign-in. The other half of it is a cookie. */
export interface Login extends Me {
  /** Secret for the header `x-interlingua-console`, shown this once. */
  readonly token: string
}

/** Answer of `GET /admin/api/me`. */
export interface Me {
  readonly role: Role
  /** Name of the key that signed in; `link` for a one-time link. */
  readonly name: string
  /** Id of that key. Absent: a one-time link. */
  readonly keyId?: string
  /** End of the sign-in if it goes on being used. RFC 3339. */
  readonly until: string
}

/** Sign-in, as `GET /admin/api/logins` lists it. */
export interface LoginEntry extends Me {
  readonly id: string
  /** Address that signed in. */
  readonly from: string
  readonly createdAt: string
  readonly lastUsedAt: string
  /** True for the sign-in that asks. */
  readonly current: boolean
}
