import * as z from 'zod/mini'

/** A bucket that uploads are kept in. */
export interface BucketSettings {
  endpoint: string
  bucket: string
  region: string
  key: string
  secret: string
}

/** An S3-compatible store. Nothing set: uploads are in the data folder. */
export const bucketShape = {
  FILES_S3_ENDPOINT: {
    takes: 'the address of an S3-compatible store, such as https://s3.example.com, with the four settings below',
    schema: z.optional(z.url({ protocol: /^https?$/ })),
  },
  FILES_S3_BUCKET: {
    takes: 'the bucket that files go into',
    schema: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  },
  FILES_S3_REGION: {
    takes: "the store's region",
    schema: z._default(z.string().check(z.regex(/^[\w-]{1,60}$/)), 'us-east-1'),
  },
  FILES_S3_KEY: {
    takes: 'the access key',
    schema: z.optional(z.string().check(z.regex(/^\S{1,200}$/))),
    secret: true,
  },
  FILES_S3_SECRET: {
    takes: 'the secret of the access key',
    schema: z.optional(z.string().check(z.regex(/^\S{1,200}$/))),
    secret: true,
  },
} satisfies Record<string, { takes: string; schema: z.ZodMiniType; secret?: boolean }>

type Shape = typeof bucketShape
type Values = { [N in keyof Shape]: z.output<Shape[N]['schema']> }

/** All of them or none: half a store would be found out by anyone who uploads first. Throws what `missing` makes of one that is not set. */
export function bucketIn(values: Values, missing: (name: keyof Shape, others: string) => Error): BucketSettings | null {
  const { FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY, FILES_S3_SECRET, FILES_S3_REGION: region } = values
  const given = { FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY, FILES_S3_SECRET }
  if (Object.values(given).every((value) => value === undefined)) return null
  const lacking = Object.entries(given).find(([, value]) => value === undefined)
  if (lacking) throw missing(lacking[0] as keyof Shape, 'the others of FILES_S3')
  const [endpoint = '', bucket = '', key = '', secret = ''] = Object.values(given)
  return { endpoint, bucket, region, key, secret }
}
