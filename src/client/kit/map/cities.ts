import type { Point } from './gcj02.ts'

export interface City extends Point {
  /** The division whose seat or largest city it is (GB/T 2260). */
  region: number
  en: string
  zh: string
  /** From which zoom on it is named. */
  zoom: number
}

const city = (
  region: number,
  zh: string,
  en: string,
  [longitude, latitude, zoom = 5]: [number, number, number?],
): City => ({
  ...{ region, zh, en, longitude, latitude, zoom },
})

/** The seats of the provinces and the largest cities beside them: what one finds one's way by on the outlines. */
export const cities: readonly City[] = [
  city(110000, '北京', 'Beijing', [116.41, 39.9, 3]),
  city(120000, '天津', 'Tianjin', [117.2, 39.13]),
  city(130000, '石家庄', 'Shijiazhuang', [114.48, 38.04]),
  city(140000, '太原', 'Taiyuan', [112.55, 37.87]),
  city(150000, '呼和浩特', 'Hohhot', [111.67, 40.82]),
  city(210000, '沈阳', 'Shenyang', [123.43, 41.8]),
  city(210200, '大连', 'Dalian', [121.61, 38.91, 6]),
  city(220000, '长春', 'Changchun', [125.32, 43.9]),
  city(230000, '哈尔滨', 'Harbin', [126.64, 45.76, 4]),
  city(310000, '上海', 'Shanghai', [121.47, 31.23, 3]),
  city(320000, '南京', 'Nanjing', [118.78, 32.06]),
  city(320500, '苏州', 'Suzhou', [120.62, 31.3, 7]),
  city(330000, '杭州', 'Hangzhou', [120.15, 30.28, 6]),
  city(330200, '宁波', 'Ningbo', [121.55, 29.87, 7]),
  city(330300, '温州', 'Wenzhou', [120.7, 28, 6]),
  city(340000, '合肥', 'Hefei', [117.23, 31.82]),
  city(350000, '福州', 'Fuzhou', [119.3, 26.08]),
  city(350200, '厦门', 'Xiamen', [118.09, 24.48, 6]),
  city(360000, '南昌', 'Nanchang', [115.86, 28.68]),
  city(370000, '济南', 'Jinan', [117, 36.65]),
  city(370200, '青岛', 'Qingdao', [120.38, 36.07, 6]),
  city(410000, '郑州', 'Zhengzhou', [113.62, 34.75]),
  city(420000, '武汉', 'Wuhan', [114.3, 30.59, 4]),
  city(430000, '长沙', 'Changsha', [112.94, 28.23]),
  city(440000, '广州', 'Guangzhou', [113.26, 23.13, 4]),
  city(440300, '深圳', 'Shenzhen', [114.06, 22.55, 6]),
  city(450000, '南宁', 'Nanning', [108.37, 22.82]),
  city(460000, '海口', 'Haikou', [110.33, 20.04]),
  city(500000, '重庆', 'Chongqing', [106.55, 29.56, 4]),
  city(510000, '成都', 'Chengdu', [104.07, 30.67, 4]),
  city(520000, '贵阳', 'Guiyang', [106.63, 26.65]),
  city(530000, '昆明', 'Kunming', [102.83, 24.88, 4]),
  city(540000, '拉萨', 'Lhasa', [91.14, 29.65, 4]),
  city(610000, '西安', "Xi'an", [108.94, 34.34, 4]),
  city(620000, '兰州', 'Lanzhou', [103.83, 36.06]),
  city(630000, '西宁', 'Xining', [101.78, 36.62]),
  city(640000, '银川', 'Yinchuan', [106.23, 38.49]),
  city(650000, '乌鲁木齐', 'Ürümqi', [87.62, 43.83, 4]),
  city(710000, '台北', 'Taipei', [121.57, 25.03]),
  city(810000, '香港', 'Hong Kong', [114.17, 22.32, 6]),
  city(820000, '澳门', 'Macao', [113.54, 22.19, 8]),
]

/** Where a map starts that is to show a division: at its own city, else at its province's. */
export const cityOf = (region: number): City | undefined =>
  cities.find((one) => one.region === region - (region % 100)) ??
  cities.find((one) => one.region === region - (region % 10_000))
