# Serves a mounted store, and builds a mounted folder:
#   docker build -t graph-builder .
#   docker run --rm --read-only --tmpfs /tmp -v ./cvs:/cvs:ro -v kg:/data graph-builder build /cvs --store /data/kg
#   docker run --rm --read-only --tmpfs /tmp -v kg:/data -p 127.0.0.1:7700:7700 -e GRAPH_BUILDER_TOKEN=... graph-builder
FROM python:3.12-slim AS wheel
WORKDIR /src
COPY . .
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim AS site
RUN apt-get update && apt-get install -y --no-install-recommends binutils
COPY --from=wheel /wheels /wheels
RUN python -m venv /opt/graph-builder \
    && /opt/graph-builder/bin/pip install --no-cache-dir --no-compile "$(echo /wheels/*.whl)[neo4j,mcp]"
# What nothing here imports: completion for IPython (which pyvis asks for), a client of a model hub, what builds packages, tests, a second copy of a
# library. Symbols for debuggers go too, except from libraries that were packed into wheels (*.libs): these cannot be stripped.
RUN cd /opt/graph-builder/lib/python3*/site-packages \
    && rm -rf pip* setuptools* jedi* parso* hf_xet* huggingface_hub* onnxruntime/capi/libonnxruntime.so* \
    && find . -type d -name tests -prune -exec rm -r {} + \
    && find . -name '*.so' -not -path './*.libs/*' -exec strip --strip-unneeded {} +

FROM python:3.12-slim
COPY --from=site /opt/graph-builder /opt/graph-builder
RUN useradd --uid 10001 --no-create-home --home-dir /tmp user && install -d -o user /data
USER user
ENV PATH=/opt/graph-builder/bin:$PATH PYTHONDONTWRITEBYTECODE=1 GRAPH_BUILDER_STORE=/data/kg
VOLUME /data
EXPOSE 7700
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(u.Request('http://127.0.0.1:7700/health', headers={'Authorization': 'Bearer ' + os.environ['GRAPH_BUILDER_TOKEN']}), timeout=4)"]
ENTRYPOINT ["graph-builder"]
CMD ["serve", "--host", "0.0.0.0", "--token-env", "GRAPH_BUILDER_TOKEN"]
