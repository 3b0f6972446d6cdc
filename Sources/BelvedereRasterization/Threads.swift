// Who uses the rasteriser shares out work as it does.
@_exported import BelvedereThreads
