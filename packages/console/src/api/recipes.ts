/** Agent, or library of a language, that can be pointed at the gateway, as `GET /admin/api/recipes` lists it. */
export interface Recipe {
  readonly id: string
  readonly title: string
  readonly kind: 'agent' | 'sdk'
  /** Format of an agent's requests. */
  readonly speaks?: string
  /** Version with which the configuration was last seen to work; `ci`: in each run of CI. */
  readonly tried?: { readonly version: string; readonly by: 'ci' | 'hand' }
  readonly notes: readonly string[]
}

/** Answer of `GET /admin/api/recipes/{id}?model=…`: what its user pastes. */
export interface RecipeText extends Recipe {
  /** Address of the gateway that the texts name, without a path. */
  readonly url: string
  /** Model that the texts name: the one asked for, else the one that suits best. Absent: the gateway serves none. */
  readonly model?: string
  /** Models that the agent asks for by itself, and the channel that answers each. Without a channel, it fails. */
  readonly alsoAsks: readonly { readonly model: string; readonly channel?: string }[]
  /** Files to be written or joined with what is there, in which `keyPlaceholder` stands for the key. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /** Commands that install or start it. */
  readonly commands: readonly string[]
}

/** Text that stands for the key in the texts of a recipe, since a secret is in no address and no list. */
export const keyPlaceholder = '__INTERLINGUA_API_KEY__'
