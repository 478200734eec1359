export const orderListPath = '/operationManagement/order'
export const orderPath = (id: number) => `${orderListPath}/${id}`
