import { expect, test } from 'vitest'
import { saidPart } from '../../src/shared/domain/said-part.ts'

/** What of a name is marked when it was found by pinyin. */

const readings = new Map(
  Object.entries({
    ...{ 张: ['zhang'], 三: ['san'], 单: ['dan', 'shan'], 雄: ['xiong'], 陆: ['lu', 'liu'], 家: ['jia'], 嘴: ['zui'] },
    ...{ 号: ['hao'], 站: ['zhan'], 西: ['xi'], 安: ['an'] },
  }),
)

test.each([
  ['zhangsan', '张三', '张三'],
  ['zs', '张三', '张三'],
  ['z', '张三', '张'],
  ['zhangs', '张三', '张三'],
  ['san', '张三 · 138', '三'],
  ['shanx', '单雄', '单雄'],
  ['dx', '单雄', '单雄'],
  ['ljz', '上海陆家嘴2号站', '陆家嘴'],
  ['jiazui2h', '陆家嘴 2号站', '家嘴 2号'],
  ['xian', '西安', '西安'],
  ['hangs', '张三', null],
  ['zss', '张三', null],
  ['zhangsi', '张三', null],
  ['abc', 'abc', null],
])('“%s” in %s is %s', (typed, text, part) => {
  expect(saidPart(text, typed, readings)).toBe(part)
})
