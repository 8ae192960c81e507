# Two stages: the first builds the tree of a release, the second holds it with ffmpeg and nothing to build with.
# Debian, because the embedded PostgreSQL needs glibc. Nothing is downloaded but from npm and Debian. What is removed at the end
# are documents and drivers of graphics cards: ffmpeg's packages bring them, and nothing here loads them. The user has a
# name, because initdb of the embedded PostgreSQL looks it up.
ARG BUILD=docker.io/library/node:26-trixie-slim
ARG BASE=docker.io/library/debian:trixie-slim

FROM ${BUILD} AS build
WORKDIR /source
COPY . .
RUN npm run release -- --tree /tree --binaries

FROM ${BASE}
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="Cliffhanger" \
      org.opencontainers.image.description="Self-hosted streaming of short episodic drama for phones" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}"
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates ffmpeg libatomic1 tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /usr/share/doc /usr/share/locale /usr/share/man /usr/share/mime \
      /usr/share/perl /usr/share/X11 /usr/lib/*-linux-gnu/perl /usr/lib/*-linux-gnu/dri /usr/lib/*-linux-gnu/mfx \
      /usr/lib/*-linux-gnu/libLLVM* /usr/lib/*-linux-gnu/libmfxhw64* /usr/lib/*-linux-gnu/libz3* \
 && ffmpeg -loglevel error -version > /dev/null \
 && echo 'cliffhanger:x:65532:65532::/data:/usr/sbin/nologin' >> /etc/passwd \
 && echo 'cliffhanger:x:65532:' >> /etc/group \
 && find / -xdev -perm /6000 -type f -exec chmod a-s {} + \
 && install -d -o 65532 -g 65532 -m 0750 /data
COPY --from=build /tree /srv
WORKDIR /srv
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PATH=/srv/node_modules/.bin:$PATH
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "server/dist/main.js"]
