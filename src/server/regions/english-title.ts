import { pinyin } from 'pinyin-pro'
import { capital } from '../../shared/kit/capital.ts'

/** Provinces have names of their own in English; 陕西 and 山西 read alike otherwise. */
const PROVINCES: Readonly<Record<number, string>> = {
  110000: 'Beijing',
  120000: 'Tianjin',
  130000: 'Hebei',
  140000: 'Shanxi',
  150000: 'Inner Mongolia',
  210000: 'Liaoning',
  220000: 'Jilin',
  230000: 'Heilongjiang',
  310000: 'Shanghai',
  320000: 'Jiangsu',
  330000: 'Zhejiang',
  340000: 'Anhui',
  350000: 'Fujian',
  360000: 'Jiangxi',
  370000: 'Shandong',
  410000: 'Henan',
  420000: 'Hubei',
  430000: 'Hunan',
  440000: 'Guangdong',
  450000: 'Guangxi',
  460000: 'Hainan',
  500000: 'Chongqing',
  510000: 'Sichuan',
  520000: 'Guizhou',
  530000: 'Yunnan',
  540000: 'Tibet',
  610000: 'Shaanxi',
  620000: 'Gansu',
  630000: 'Qinghai',
  640000: 'Ningxia',
  650000: 'Xinjiang',
  710000: 'Taiwan',
  810000: 'Hong Kong',
  820000: 'Macao',
}

/** What a division is, by how its name ends; the longest ending counts. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['自治区直辖县级行政区划', 'Counties under the region'],
  ['省直辖县', 'Counties under the province'],
  ['街道办事处', 'Subdistrict'],
  ['自治州', 'Prefecture'],
  ['自治县', 'County'],
  ['自治旗', 'Banner'],
  ['街道', 'Subdistrict'],
  ['地区', 'Prefecture'],
  ['新区', 'New Area'],
  ['林区', 'Forestry District'],
  ['市', ''],
  ['区', 'District'],
  ['县', 'County'],
  ['盟', 'League'],
  ['旗', 'Banner'],
  ['镇', 'Town'],
  ['乡', 'Township'],
]

/** In 延边朝鲜族自治州 only 延边 is the place's name. */
const PEOPLES =
  /(?:各|满|蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|鄂温克|保安|裕固|独龙)+族?$/

/** The English title of a division: in pinyin, with what kind it is. `id` tells provinces, which have names of their own. */
export function englishTitle(id: number, name: string): string {
  const province = PROVINCES[id]
  if (province) return province
  const [ending = '', kind = ''] = ENDINGS.find(([end]) => name.endsWith(end)) ?? []
  const bare = name.slice(0, name.length - ending.length)
  const place = ending.startsWith('自治') ? placeOf(bare) : bare
  return [spelt(place), kind].filter(Boolean).join(' ')
}

/** Peoples are written one after the other, each with 族: 恩施土家族苗族. */
function placeOf(name: string): string {
  const shorter = name.replace(PEOPLES, '')
  if (!shorter) return name
  return shorter !== name && /族$/.test(shorter) ? placeOf(shorter) : shorter
}

/** 西安 is Xi'an: a syllable that begins with a vowel is set apart. */
function spelt(name: string): string {
  if (!name) return ''
  const joined = pinyin(name, { toneType: 'none', type: 'array' }).reduce(
    (word, syllable) => word + (word && /^[aeo]/.test(syllable) ? `'${syllable}` : syllable),
    '',
  )
  return capital(joined)
}
