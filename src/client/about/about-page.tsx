import { useTranslation } from 'react-i18next'
import { about } from '../../shared/endpoints/about.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { KeyList } from '../kit/records/table/keys-help.tsx'
import { useProduct } from '../kit/session/product.ts'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './about.module.css'

type About = Data<typeof about>

/** What runs here and what it is made of; where its API is described and what the keys do. */
export function AboutPage() {
  const { t } = useTranslation('about')
  const query = useCall(about, {}, { entities: ['file', 'pile'], everyMs: 10_000 })
  return (
    <Page title={t('title')} back="/me">
      <div className={css.cards}>
        <Loaded query={query} skeleton={<Skeleton height={420} />}>
          {(data) => (
            <>
              <Console data={data} />
              <Database data={data} />
              <Packages data={data} />
            </>
          )}
        </Loaded>
        <Card title={t('keys')}>
          <KeyList selects expands={false} />
        </Card>
      </div>
    </Page>
  )
}

function Console({ data }: { data: About }) {
  const { t } = useTranslation('about')
  const format = useFormat()
  const { online, total } = data.piles
  return (
    <Card title={useProduct()} aside={<Pill tone="available">{t('healthy')}</Pill>}>
      <Facts>
        <Fact label={t('version')}>{data.version}</Fact>
        <Fact label={t('license')}>{data.license}</Fact>
        <Fact label={t('started')}>
          <Ago at={data.started_at} />
        </Fact>
        <Fact label={t('host')}>{data.host}</Fact>
        <Fact label={t('system')}>{data.system}</Fact>
        <Fact label="Node.js">{data.node}</Fact>
        <Fact label={t('memory')}>{size(data.memory_bytes, format)}</Fact>
        <Fact label={t('piles')}>{t('online', { online: format.number(online), total: format.number(total) })}</Fact>
        <Fact label={t('api')}>
          <a href="/api/docs" target="_blank" rel="noopener noreferrer">
            /api/docs
          </a>
        </Fact>
      </Facts>
    </Card>
  )
}

function Database({ data: { database, files } }: { data: About }) {
  const { t } = useTranslation('about')
  const format = useFormat()
  return (
    <Card title={t('database')}>
      <Facts>
        <Fact label={t('kind')}>{t(database.embedded ? 'embedded' : 'operators')}</Fact>
        <Fact label="PostgreSQL">{database.version}</Fact>
        <Fact label={t('started')}>
          <Ago at={database.started_at} />
        </Fact>
        <Fact label={t('size')}>{size(database.size_bytes, format)}</Fact>
        <Fact label={t('connections')}>{format.number(database.connections)}</Fact>
        <Fact label={t('migration')}>{database.migration}</Fact>
        <Fact label={t('files')}>
          {t('files_held', { count: files.count, n: format.number(files.count), size: size(files.size_bytes, format) })}
        </Fact>
      </Facts>
    </Card>
  )
}

function Packages({ data: { packages } }: { data: About }) {
  const { t } = useTranslation('about')
  return (
    <Card title={t('packages')} flush className={css.packages ?? ''}>
      <ul className={css.list}>
        {packages.map(({ name, version, license }) => (
          <li key={name}>
            <span className="grow">
              {name} <small>{version}</small>
            </span>
            <small>{license}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Bytes as people read them: MB below a thousand of them, else GB. */
function size(bytes: number, format: ReturnType<typeof useFormat>): string {
  const mega = bytes / 1024 / 1024
  return mega < 1000 ? `${format.number(mega, 1)}\u00a0MB` : `${format.number(mega / 1024, 1)}\u00a0GB`
}
