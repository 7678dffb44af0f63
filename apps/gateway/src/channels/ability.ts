/** What a channel may be asked for. `predict`: images of any upstream, those that are asked for natively included. */
export type Ability = 'generate' | 'embed' | 'image' | 'predict' | 'video'
