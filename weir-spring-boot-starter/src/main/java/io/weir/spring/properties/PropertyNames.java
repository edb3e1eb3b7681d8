// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * Distinguishes existing property names from unknown ones. Spring Boot reports elements of a list that another source
 * replaces, such as a profile's, as unknown names: nothing was bound to them.
 */
public final class PropertyNames implements ConfigurationPropertiesBindHandlerAdvisor {
  private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("weir");
  private static final String ELEMENT = "[]";
  private static final String ANY = ".*";

  /**
   * The names as Spring compares them, without dashes and in lower case, with {@code []} for each index of a list and
   * {@code .*} for a map.
   */
  private final Set<String> known = new HashSet<>();

  /** Collects the names of {@link WeirProperties}. */
  public PropertyNames() {
    add("weir", WeirProperties.class);
  }

  private void add(String name, Type type) {
    known.add(name);
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      add(name + ELEMENT, list.getActualTypeArguments()[0]);
    } else if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
      add(name + ANY, map.getActualTypeArguments()[1]);
    } else if (type instanceof Class<?> owner && owner.isRecord()) {
      for (RecordComponent each : owner.getRecordComponents()) {
        add(name + '.' + each.getName().toLowerCase(Locale.ROOT), each.getGenericType());
      }
    }
  }

  /** Returns whether a property of this name exists. */
  boolean isKnown(ConfigurationPropertyName name) {
    StringBuilder shape = new StringBuilder();
    for (int i = 0; i < name.getNumberOfElements(); i++) {
      if (known.contains(shape + ANY)) {
        shape.append(ANY);
      } else if (name.isNumericIndex(i)) {
        shape.append(ELEMENT);
      } else {
        shape.append(i == 0 ? "" : ".").append(name.getElement(i, Form.UNIFORM));
      }
    }
    return known.contains(shape.toString());
  }

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {
      @Override
      public void onFinish(
          ConfigurationPropertyName name,
          Bindable<?> target,
          BindContext context,
          @Nullable Object result)
          throws Exception {
        try {
          super.onFinish(name, target, context, result);
        } catch (UnboundConfigurationPropertiesException e) {
          requireAllKnown(name, e);
        }
      }
    };
  }

  private void requireAllKnown(
      ConfigurationPropertyName bound, UnboundConfigurationPropertiesException failure) {
    if (!bound.equals(ROOT)) {
      throw failure;
    }
    Set<ConfigurationProperty> unknown = new LinkedHashSet<>(failure.getUnboundProperties());
    unknown.removeIf(property -> isKnown(property.getName()));
    if (!unknown.isEmpty()) {
      throw new UnboundConfigurationPropertiesException(unknown);
    }
  }
}
