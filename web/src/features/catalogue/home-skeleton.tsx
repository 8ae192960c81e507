const row = [0, 1, 2, 3, 4, 5, 6];

/** Renders the geometry of the home screen while it loads, so that nothing shifts later. */
export function HomeSkeleton() {
  return (
    <div className="animate-pulse" aria-hidden>
      <div className="gutter">
        <div className="mb-3 h-6 w-44 rounded-sm bg-raised" />
        <div className="h-[max(24rem,min(28.25rem,100svh-11rem))] rounded-xl bg-surface md:h-107.5" />
      </div>
      <div className="h-12" />
      {[0, 1].map((section) => (
        <RowSkeleton key={section} />
      ))}
    </div>
  );
}

/** Renders the geometry of a row of posters while it loads. */
export function RowSkeleton() {
  return (
    <div aria-hidden className="animate-pulse">
      <div className="gutter mb-1 flex min-h-11 items-center lg:mb-2">
        <div className="h-6 w-40 rounded-sm bg-raised" />
      </div>
      <div className="gutter flex gap-2.5 overflow-hidden md:gap-4">
        {row.map((card) => (
          <div key={card} className="row-card">
            <div className="aspect-2/3 rounded-md bg-surface" />
            <div className="mt-2 h-14.5" />
          </div>
        ))}
      </div>
    </div>
  );
}
